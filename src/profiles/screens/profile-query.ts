import { queryOrNull } from '../../ui/api.ts'
import { getProfile } from '../profiles.contract.ts'

/** Null when there is no such member. */
export const profileQuery = (username: string) =>
  queryOrNull(getProfile, { params: { username } }, 'not_found')
