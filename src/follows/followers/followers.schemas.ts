import * as z from 'zod/mini'
import { pageNumber, rowId, searchText, wholeNumber } from '../../platform/http/common.schemas.ts'
import { type Endpoint, perHour } from '../../platform/http/endpoint.shared.ts'

const follower = z.object({ id: rowId })

const changeLimits = perHour({ account: 1_000 })

const followerSchema = z.object({
  id: z.number(),
  email: z.string(),
  follower_user_id: z.optional(z.number()),
  username: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  verified: z.boolean(),
  unsubscribed: z.boolean(),
  unsubscribed_date: z.nullable(z.string()),
  last_subscription_date: z.nullable(z.string()),
  created_at: z.string(),
  /** Present and true when mail to a confirmed follower comes back, so that none is sent there for now or for good. */
  bounces: z.optional(z.boolean()),
})
export type Follower = z.infer<typeof followerSchema>

export const listFollowers = {
  route: 'GET /api/followers',
  access: 'member',
  query: z.object({
    search: searchText,
    status: z.optional(z.enum(['verified', 'unverified', 'unsubscribed'])),
    onlyUsers: z.optional(z.enum(['true', 'false'])),
    sort: z._default(z.enum(['asc', 'desc']), 'desc'),
    page: pageNumber,
    pageSize: wholeNumber('pageSize', 1, 100, 10),
  }),
  response: z.object({ followers: z.array(followerSchema), total: z.number() }),
} satisfies Endpoint

export const exportFollowers = {
  route: 'GET /api/followers.csv',
  access: 'member',
  limits: perHour({ account: 10, ip: 30 }),
  contentType: 'text/csv',
  response: z.instanceof(ReadableStream),
} satisfies Endpoint

/** The follower is not told and can follow again. */
export const removeFollower = {
  route: 'DELETE /api/followers/:id',
  access: 'member',
  params: follower,
  limits: changeLimits,
} satisfies Endpoint

/** Remove a follower, who cannot follow again until they are unblocked. */
export const blockFollower = {
  route: 'POST /api/followers/:id/block',
  access: 'member',
  params: follower,
  limits: changeLimits,
} satisfies Endpoint

const blockedFollowerSchema = z.object({
  id: z.number(),
  email: z.nullable(z.string()),
  username: z.nullable(z.string()),
  blocked_at: z.string(),
})
export type BlockedFollower = z.infer<typeof blockedFollowerSchema>

export const listBlocked = {
  route: 'GET /api/blocked-followers',
  access: 'member',
  query: z.object({ page: pageNumber, pageSize: wholeNumber('pageSize', 1, 100, 10) }),
  response: z.object({ blocked: z.array(blockedFollowerSchema), total: z.number() }),
} satisfies Endpoint

/** The follower can follow again, and does not by that alone. */
export const unblockFollower = {
  route: 'DELETE /api/blocked-followers/:id',
  access: 'member',
  params: follower,
  limits: changeLimits,
} satisfies Endpoint
