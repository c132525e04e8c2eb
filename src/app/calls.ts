import type * as admin from '../admin/admin.schemas.ts'
import type * as moderation from '../admin/moderation/moderation.schemas.ts'
import type * as suppressions from '../admin/suppressions/suppressions.schemas.ts'
import type * as archive from '../archive/archive.schemas.ts'
import type * as charts from '../charts/charts.schemas.ts'
import type * as delivery from '../delivery/delivery.schemas.ts'
import type * as discovery from '../discovery/discovery.schemas.ts'
import type * as drops from '../drops/drops.schemas.ts'
import type * as reminder from '../drops/reminder/reminder.schemas.ts'
import type * as feed from '../feed/feed.schemas.ts'
import type * as followers from '../follows/followers/followers.schemas.ts'
import type * as follows from '../follows/follows.schemas.ts'
import type * as mailChoices from '../follows/mail-choices/mail-choices.schemas.ts'
import type * as mailFrequency from '../follows/mail-frequency/mail-frequency.schemas.ts'
import type * as account from '../members/account.schemas.ts'
import type * as members from '../members/members.schemas.ts'
import type * as sessions from '../members/sessions/sessions.schemas.ts'
import type { Endpoint } from '../platform/http/endpoint.shared.ts'
import type * as profiles from '../profiles/profiles.schemas.ts'
import type * as push from '../push/push.schemas.ts'
import type * as returnedSongs from '../returned-songs/returned-songs.schemas.ts'
import type * as shelf from '../shelf/shelf.schemas.ts'
import type * as tracks from '../tracks/tracks.schemas.ts'

/** Every call by its route, for the types of `call` and `query`. Each `x.schemas.ts` with calls has a line here. */
type Calls = ByRoute<
  | typeof admin
  | typeof moderation
  | typeof suppressions
  | typeof archive
  | typeof charts
  | typeof delivery
  | typeof discovery
  | typeof drops
  | typeof reminder
  | typeof feed
  | typeof followers
  | typeof follows
  | typeof mailChoices
  | typeof account
  | typeof sessions
  | typeof members
  | typeof profiles
  | typeof push
  | typeof returnedSongs
  | typeof shelf
  | typeof mailFrequency
  | typeof tracks
>

type ByRoute<Schemas> = { [E in EndpointsOf<Schemas> as E['route']]: E }
type EndpointsOf<Schemas> = Schemas extends unknown
  ? Extract<Schemas[keyof Schemas], Endpoint>
  : never

declare module '../ui/data/api.ts' {
  interface Register {
    calls: Calls
  }
}
