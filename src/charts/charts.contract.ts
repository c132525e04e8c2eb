import { callPaths } from '../contract/paths.shared.ts'
import type { Call } from '../platform/endpoint.shared.ts'
import type * as schemas from './charts.schemas.ts'

export type { ChartTrack, ChartUser } from './charts.schemas.ts'

export const topUsers: Call<typeof schemas.topUsers> = {
  method: 'GET',
  path: callPaths.topUsers,
}
export const topTracks: Call<typeof schemas.topTracks> = {
  method: 'GET',
  path: callPaths.topTracks,
}
export const mostDropped: Call<typeof schemas.mostDropped> = {
  method: 'GET',
  path: callPaths.mostDropped,
}
