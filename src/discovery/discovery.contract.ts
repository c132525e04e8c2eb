import { callPaths } from '../contract/paths.shared.ts'
import type { Call } from '../platform/endpoint.shared.ts'
import type * as schemas from './discovery.schemas.ts'

export type { CloseMember, ListWithTrack, TrackPage, TrackSummary } from './discovery.schemas.ts'

export const listsPageSize = 10
/** A place in the lists with a track: followers and id of the member before it. */
export const listPositionPattern = /^\d{1,9}-\d{1,9}$/

export const getTrack: Call<typeof schemas.getTrack> = { method: 'GET', path: callPaths.trackPage }
export const listTrackLists: Call<typeof schemas.listTrackLists> = {
  method: 'GET',
  path: callPaths.trackLists,
}
export const listCloseMembers: Call<typeof schemas.listCloseMembers> = {
  method: 'GET',
  path: callPaths.closeMembers,
}
export const listSharedTracks: Call<typeof schemas.listSharedTracks> = {
  method: 'GET',
  path: callPaths.sharedTracks,
}
