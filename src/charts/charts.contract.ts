import type { Call } from '../platform/endpoint.contract.ts'
import type * as schemas from './charts.schemas.ts'

export type { ChartTrack, ChartUser } from './charts.schemas.ts'

export const topUsers: Call<typeof schemas.topUsers> = {
  method: 'GET',
  path: '/api/charts/top-users',
}
export const topTracks: Call<typeof schemas.topTracks> = {
  method: 'GET',
  path: '/api/charts/top-tracks',
}
export const mostDropped: Call<typeof schemas.mostDropped> = {
  method: 'GET',
  path: '/api/charts/most-dropped',
}
