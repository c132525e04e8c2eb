import { queryOrNull } from '../../ui/data/api.ts'
import type { Profile } from '../profiles.schemas.ts'

export const profileQuery = (username: string) =>
  queryOrNull('GET /api/profile/:username', { params: { username } }, 'not_found')

/** The latest drop; null once the list has changed since. */
export const unchangedDrop = ({ latestDrop, latestTrackUpdateTime: changed }: Profile) =>
  latestDrop && (!changed || latestDrop.created_at >= changed) ? latestDrop : null
