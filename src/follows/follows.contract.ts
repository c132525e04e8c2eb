import { callPaths } from '../contract/paths.shared.ts'
import type { Call } from '../platform/endpoint.shared.ts'
import type * as schemas from './follows.schemas.ts'

export type { Followed, FollowedSort, Follower, FollowingPage } from './follows.schemas.ts'

export const countFollowers: Call<typeof schemas.countFollowers> = {
  method: 'GET',
  path: callPaths.followerCount,
}
export const isFollowing: Call<typeof schemas.isFollowing> = {
  method: 'GET',
  path: callPaths.isFollowing,
}
export const follow: Call<typeof schemas.follow> = {
  method: 'POST',
  path: callPaths.followersOf,
}
export const stopFollowing: Call<typeof schemas.unfollow> = {
  method: 'DELETE',
  path: callPaths.followersOf,
}
export const unfollow: Call<typeof schemas.unfollow> = {
  method: 'POST',
  path: callPaths.unfollow,
}
export const confirmFollow: Call<typeof schemas.confirmFollow> = {
  method: 'POST',
  path: callPaths.confirmFollow,
}
export const chooseFollowPush: Call<typeof schemas.chooseFollowPush> = {
  method: 'PUT',
  path: callPaths.followPush,
}
export const unsubscribe: Call<typeof schemas.unsubscribe> = {
  method: 'POST',
  path: callPaths.unsubscribe,
}
export const listFollowers: Call<typeof schemas.listFollowers> = {
  method: 'GET',
  path: callPaths.followers,
}
export const listFollowing: Call<typeof schemas.listFollowing> = {
  method: 'GET',
  path: callPaths.following,
}
/** The same call with `page` in its query. */
export const listFollowingPage: Call<typeof schemas.listFollowingPage> = {
  method: 'GET',
  path: callPaths.following,
}
