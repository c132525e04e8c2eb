import { statements as members } from './0001-members.ts'
import { statements as tracks } from './0002-tracks.ts'
import { statements as drops } from './0003-drops.ts'
import { statements as mail } from './0004-mail.ts'
import { statements as subscribersAndFollows } from './0005-subscribers-and-follows.ts'
import { statements as delivery } from './0006-delivery.ts'
import { statements as discovery } from './0007-discovery.ts'
import { statements as push } from './0008-push.ts'
import { statements as operation } from './0009-operation.ts'

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
}

/**
 * For searches of members, where PostgreSQL has pg_trgm or permits installing it. Run at each start, because it may be
 * installed later. The index is looked up first: creating one, even one that exists, waits for every write to its table.
 */
export const addSearchIndex = `do $$ begin
    create extension if not exists pg_trgm;
    if to_regclass('users_username_search') is null then
      create index users_username_search on users using gin (lower(username) gin_trgm_ops)
        with (fastupdate = off);
    end if;
  exception when insufficient_privilege or undefined_file or feature_not_supported
    -- The extension is in a schema outside the search path.
    or undefined_object then null;
  end $$`
