import { callPaths } from '../contract/paths.shared.ts'
import type { Call } from '../platform/endpoint.shared.ts'
import type * as schemas from './drops.schemas.ts'

export type { DropListItem, RankedTrack, RankHistory } from './drops.schemas.ts'

export const daysBetweenDrops = 7
export const maxNoteLength = 150
/** Drops on a page of the rank history: half a year of weeks. */
export const rankHistoryLength = 26

export const hasChanges: Call<typeof schemas.hasChanges> = {
  method: 'GET',
  path: callPaths.hasChanges,
}
export const checkWeeklyLimit: Call<typeof schemas.checkWeeklyLimit> = {
  method: 'GET',
  path: callPaths.weeklyLimit,
}
export const previewDrop: Call<typeof schemas.previewDrop> = {
  method: 'GET',
  path: callPaths.dropPreview,
}
export const createDrop: Call<typeof schemas.createDrop> = {
  method: 'POST',
  path: callPaths.ownDrops,
}
export const createTestDrop: Call<typeof schemas.createTestDrop> = {
  method: 'POST',
  path: callPaths.testDrop,
}
export const listOwnDrops: Call<typeof schemas.listOwnDrops> = {
  method: 'GET',
  path: callPaths.ownDrops,
}
export const listDrops: Call<typeof schemas.listDrops> = {
  method: 'GET',
  path: callPaths.drops,
}
export const countDrops: Call<typeof schemas.countDrops> = {
  method: 'GET',
  path: callPaths.dropCount,
}
export const getRankHistory: Call<typeof schemas.getRankHistory> = {
  method: 'GET',
  path: callPaths.rankHistory,
}
export const getDrop: Call<typeof schemas.getDrop> = {
  method: 'GET',
  path: callPaths.drop,
}
