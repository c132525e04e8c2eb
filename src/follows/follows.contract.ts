import type { Call } from '../platform/endpoint.contract.ts'
import type * as schemas from './follows.schemas.ts'

export type { Followed, Follower } from './follows.schemas.ts'

export const countFollowers: Call<typeof schemas.countFollowers> = {
  method: 'GET',
  path: '/api/users/:username/followers-count',
}
export const isFollowing: Call<typeof schemas.isFollowing> = {
  method: 'GET',
  path: '/api/users/:username/is-following',
}
export const follow: Call<typeof schemas.follow> = {
  method: 'POST',
  path: '/api/users/:username/followers',
}
export const stopFollowing: Call<typeof schemas.unfollow> = {
  method: 'DELETE',
  path: '/api/users/:username/followers',
}
export const unfollow: Call<typeof schemas.unfollow> = {
  method: 'POST',
  path: '/api/unfollow/:username',
}
export const confirmFollow: Call<typeof schemas.confirmFollow> = {
  method: 'POST',
  path: '/api/follows/confirm',
}
export const unsubscribe: Call<typeof schemas.unsubscribe> = {
  method: 'POST',
  path: '/api/follows/unsubscribe',
}
export const listFollowers: Call<typeof schemas.listFollowers> = {
  method: 'GET',
  path: '/api/followers',
}
export const listFollowing: Call<typeof schemas.listFollowing> = {
  method: 'GET',
  path: '/api/follows/following',
}
