import { queryOrNull } from '../../ui/api.ts'

/** Null when there is no such member. */
export const profileQuery = (username: string) =>
  queryOrNull('GET /api/profile/:username', { params: { username } }, 'not_found')
