import { callPaths } from '../../contract/paths.shared.ts'
import type { Call } from '../../platform/endpoint.shared.ts'
import type * as schemas from './followers.schemas.ts'

export type { BlockedFollower } from './followers.schemas.ts'

export const exportFollowers: Call<typeof schemas.exportFollowers> = {
  method: 'GET',
  path: callPaths.followersFile,
}
export const removeFollower: Call<typeof schemas.removeFollower> = {
  method: 'DELETE',
  path: callPaths.follower,
}
export const blockFollower: Call<typeof schemas.blockFollower> = {
  method: 'POST',
  path: callPaths.blockFollower,
}
export const listBlocked: Call<typeof schemas.listBlocked> = {
  method: 'GET',
  path: callPaths.blockedFollowers,
}
export const unblockFollower: Call<typeof schemas.unblockFollower> = {
  method: 'DELETE',
  path: callPaths.blockedFollower,
}
