import type { Selectable } from 'kysely'
import type { Tables } from './tables.ts'

/** Columns of the signed-in member, read with the session of each request. */
export const viewerColumns = [
  'id',
  'username',
  'email',
  'email_confirmed_at',
  'email_unsent',
  'is_admin',
  'is_dev_user',
  'avatar',
  'spotify_user_id',
  'hidden_reason',
] as const

export type Viewer = Pick<Selectable<Tables['users']>, (typeof viewerColumns)[number]> & {
  session_id: number
}
