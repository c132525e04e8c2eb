import { callPaths } from '../contract/paths.shared.ts'
import type { Call } from '../platform/endpoint.shared.ts'
import type * as schemas from './admin.schemas.ts'
import type * as announcement from './announcement/announcement.schemas.ts'

export type { AdminRow } from './admin.schemas.ts'

export const listAllMembers: Call<typeof schemas.listAllMembers> = {
  method: 'GET',
  path: callPaths.members,
}

export const getAnnouncement: Call<typeof announcement.getAnnouncement> = {
  method: 'GET',
  path: callPaths.announcement,
}
export const setAnnouncement: Call<typeof announcement.setAnnouncement> = {
  method: 'PUT',
  path: callPaths.announcement,
}

/** Characters. */
export const maxAnnouncement = 200
