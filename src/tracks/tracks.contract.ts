import { callPaths } from '../contract/paths.shared.ts'
import type { Call } from '../platform/endpoint.shared.ts'
import type * as schemas from './tracks.schemas.ts'

export type { DropTrack, LeftTrack, Track, TrackPreview } from './tracks.schemas.ts'

export const maxTracks = 7

export const listTracks: Call<typeof schemas.listTracks> = { method: 'GET', path: callPaths.tracks }
export const addTrack: Call<typeof schemas.addTrack> = { method: 'POST', path: callPaths.tracks }
export const previewTrack: Call<typeof schemas.previewTrack> = {
  method: 'GET',
  path: callPaths.trackPreview,
}
export const deleteTrack: Call<typeof schemas.deleteTrack> = {
  method: 'DELETE',
  path: callPaths.track,
}
export const rankTracks: Call<typeof schemas.rankTracks> = {
  method: 'PUT',
  path: callPaths.trackRanks,
}
