import type { Call } from '../platform/endpoint.contract.ts'
import type * as schemas from './drops.schemas.ts'

export type { DropListItem } from './drops.schemas.ts'

export const daysBetweenDrops = 7
export const maxNoteLength = 150

export const hasChanges: Call<typeof schemas.hasChanges> = {
  method: 'GET',
  path: '/api/drops/has-changes',
}
export const checkWeeklyLimit: Call<typeof schemas.checkWeeklyLimit> = {
  method: 'GET',
  path: '/api/drops/check-weekly-limit',
}
export const createDrop: Call<typeof schemas.createDrop> = { method: 'POST', path: '/api/drops' }
export const createTestDrop: Call<typeof schemas.createTestDrop> = {
  method: 'POST',
  path: '/api/test-drop',
}
export const listOwnDrops: Call<typeof schemas.listOwnDrops> = { method: 'GET', path: '/api/drops' }
export const listDrops: Call<typeof schemas.listDrops> = {
  method: 'GET',
  path: '/api/users/:username/drops',
}
export const countDrops: Call<typeof schemas.countDrops> = {
  method: 'GET',
  path: '/api/users/:username/drops-count',
}
export const getDrop: Call<typeof schemas.getDrop> = {
  method: 'GET',
  path: '/api/users/:username/drops/:dropNumber',
}
