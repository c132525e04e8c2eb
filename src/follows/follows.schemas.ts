import * as z from 'zod/mini'
import {
  emailSchema,
  linkSchema,
  tokenLimits,
  tokenSchema,
} from '../members/credentials.schemas.ts'
import { requiredPageNumber, searchText, wholeNumber } from '../platform/http/common.schemas.ts'
import { type Endpoint, perHour } from '../platform/http/endpoint.shared.ts'
import { coverSchema, trackSummarySchema } from '../tracks/tracks.schemas.ts'

const username = z.object({ username: z.string() })

const withoutMail = z.optional(z.boolean())

const followerCountSchema = z.object({ followerCount: z.number() })

export const countFollowers = {
  route: 'GET /api/users/:username/followers-count',
  access: 'anyone',
  shared: true,
  params: username,
  response: followerCountSchema,
} satisfies Endpoint

export const isFollowing = {
  route: 'GET /api/users/:username/is-following',
  access: 'member',
  params: username,
  response: z.object({ isFollowing: z.boolean(), withoutMail }),
} satisfies Endpoint

/** Follows at once when signed in, else by an email that has to be confirmed. */
export const follow = {
  route: 'POST /api/users/:username/followers',
  access: 'anyone',
  params: username,
  body: z.object({ email: z.optional(emailSchema('Invalid email address')) }),
  // No limit counts one email over all IPs: strangers could use it up. mail-limits.ts limits what the mailbox gets.
  limits: perHour({ account: 100, 'mailbox at ip': 10, ip: 100 }),
  status: 201,
  orStatus: 202,
  response: z.union([
    z.object({ status: z.literal('following'), followerCount: z.number() }),
    z.object({ status: z.literal('verification_sent') }),
  ]),
} satisfies Endpoint

/** Succeeds even when not following. */
export const unfollow = {
  route: 'DELETE /api/users/:username/followers',
  access: 'member',
  params: username,
  limits: perHour({ account: 600 }),
  response: followerCountSchema,
} satisfies Endpoint

/** The same under the path that the specification names, too. */
export const unfollowByPost = {
  ...unfollow,
  route: 'POST /api/unfollow/:username',
} satisfies Endpoint

/** Idempotent. */
export const confirmFollow = {
  route: 'POST /api/follows/confirm',
  access: 'anyone',
  body: z.object({ token: tokenSchema }),
  limits: tokenLimits,
  response: z.object({ username: z.string() }),
} satisfies Endpoint

/** Stop the mails of one member, or with `all` every mail to the email. */
export const unsubscribe = {
  route: 'POST /api/follows/unsubscribe',
  access: 'anyone',
  body: z.object({ token: tokenSchema, all: z.optional(z.boolean()) }),
  limits: tokenLimits,
  response: z.object({ username: z.string() }),
} satisfies Endpoint

const linkedMemberSchema = z.object({
  username: z.string(),
  avatar: z.nullable(z.string()),
  /** The list in order. */
  tracks: z.array(coverSchema),
})
export type LinkedMember = z.infer<typeof linkedMemberSchema>

export const getMemberToConfirm = {
  route: 'GET /api/follows/confirm',
  access: 'anyone',
  query: z.object({ token: tokenSchema }),
  limits: tokenLimits,
  response: linkSchema({ member: linkedMemberSchema }),
} satisfies Endpoint

/** The member is null for the link of a weekly mail, and while an administrator hides the member. */
export const getMemberToUnsubscribeFrom = {
  ...getMemberToConfirm,
  route: 'GET /api/follows/unsubscribe',
  response: linkSchema({ member: z.nullable(linkedMemberSchema), isWeekly: z.boolean() }),
} satisfies Endpoint

export const getStopToUndo = {
  ...getMemberToConfirm,
  route: 'GET /api/follows/unsubscribe/undo',
  response: linkSchema({}),
} satisfies Endpoint

/** Takes a stop of all mail back, by the link of the mail about it. Idempotent. */
export const undoUnsubscribe = {
  ...confirmFollow,
  route: 'POST /api/follows/unsubscribe/undo',
} satisfies Endpoint

export const chooseFollowPush = {
  route: 'PUT /api/users/:username/followers/push',
  access: 'member',
  params: username,
  body: z.object({ push: z.boolean() }),
  limits: perHour({ account: 300 }),
  response: z.object({
    push: z.boolean(),
    /** How many devices of the viewer show notifications. */
    devices: z.number(),
  }),
} satisfies Endpoint

const followedSchema = z.object({
  followId: z.number(),
  username: z.string(),
  avatar: z.nullable(z.string()),
  followDate: z.string(),
  lastDropDate: z.nullable(z.string()),
  dropCount: z.number(),
  withoutMail,
  push: z.optional(z.boolean()),
})
export type Followed = z.infer<typeof followedSchema>

const followedRowSchema = z.object({
  ...followedSchema.shape,
  /** The list now, in order. */
  tracks: z.array(trackSummarySchema),
})
export type FollowedRow = z.infer<typeof followedRowSchema>

const followingPageSchema = z.object({ following: z.array(followedRowSchema), total: z.number() })
export type FollowingPage = z.infer<typeof followingPageSchema>

const followedSort = z.enum(['followDate', 'username', 'lastDrop', 'dropCount'])
export type FollowedSort = z.infer<typeof followedSort>

/** The whole list, the newest follow first. With `page`, one page and the total number. */
export const listFollowing = {
  route: 'GET /api/follows/following',
  access: 'member',
  query: z.object({
    search: searchText,
    sort: z._default(followedSort, 'followDate'),
    direction: z._default(z.enum(['asc', 'desc']), 'desc'),
    page: z.optional(requiredPageNumber),
    pageSize: wholeNumber('pageSize', 1, 100, 30),
  }),
  response: z.union([z.array(followedSchema), followingPageSchema]),
} satisfies Endpoint
