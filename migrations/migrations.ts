import { statements as members } from './0001-members.ts'
import { statements as tracks } from './0002-tracks.ts'
import { statements as drops } from './0003-drops.ts'
import { statements as mail } from './0004-mail.ts'
import { statements as subscribersAndFollows } from './0005-subscribers-and-follows.ts'
import { statements as delivery } from './0006-delivery.ts'
import { statements as discovery } from './0007-discovery.ts'
import { statements as push } from './0008-push.ts'
import { statements as operation } from './0009-operation.ts'
import { statements as returnedSongs } from './0010-returned-songs.ts'
import { statements as coverColors } from './0011-cover-colors.ts'
import { statements as coversWithoutColor } from './0012-covers-without-color.ts'
import { statements as sentDeliveries } from './0013-sent-deliveries.ts'
import { statements as tracksTaken } from './0014-tracks-taken-from-a-member.ts'
import { statements as endedStops } from './0015-ended-stops.ts'
import { statements as complaintsOfMailboxes } from './0016-complaints-of-mailboxes.ts'

/** The statements of each, in their order. */
export const migrations: Record<string, string[]> = {
  '0001-members': members,
  '0002-tracks': tracks,
  '0003-drops': drops,
  '0004-mail': mail,
  '0005-subscribers-and-follows': subscribersAndFollows,
  '0006-delivery': delivery,
  '0007-discovery': discovery,
  '0008-push': push,
  '0009-operation': operation,
  '0010-returned-songs': returnedSongs,
  '0011-cover-colors': coverColors,
  '0012-covers-without-color': coversWithoutColor,
  '0013-sent-deliveries': sentDeliveries,
  '0014-tracks-taken-from-a-member': tracksTaken,
  '0015-ended-stops': endedStops,
  '0016-complaints-of-mailboxes': complaintsOfMailboxes,
}

/** For searches of members. It needs rights, or an installed extension, that not every server has. */
export const searchExtension = `do $$ begin
    create extension if not exists pg_trgm;
  exception when insufficient_privilege or undefined_file or feature_not_supported then null;
  end $$`

export const searchIndex = `create index concurrently users_username_search on users
  using gin (lower(username) gin_trgm_ops) with (fastupdate = off)`
