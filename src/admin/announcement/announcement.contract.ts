import type { Call } from '../../platform/endpoint.contract.ts'
import { callPaths } from '../../platform/paths.ts'
import type * as schemas from './announcement.schemas.ts'

export const getAnnouncement: Call<typeof schemas.getAnnouncement> = {
  method: 'GET',
  path: callPaths.announcement,
}
export const setAnnouncement: Call<typeof schemas.setAnnouncement> = {
  method: 'PUT',
  path: callPaths.announcement,
}

/** Characters. */
export const maxAnnouncement = 200
