import * as z from 'zod/mini'
import type { Endpoint } from '../../platform/endpoint.shared.ts'
import { pageNumber, rowId, wholeNumber } from '../../platform/paging.schemas.ts'

const follower = z.object({ id: rowId })

/** Each adds a line to the history of the account. */
const changes = [{ per: 'account', max: 1_000, seconds: 60 * 60 }] satisfies Endpoint['limits']

export const exportFollowers = {
  route: 'GET /api/followers.csv',
  access: 'member',
  summary: 'Who follows the member, with their addresses, as a CSV file.',
  limits: [
    { per: 'account', max: 10, seconds: 60 * 60 },
    { per: 'address', max: 30, seconds: 60 * 60 },
  ],
  contentType: 'text/csv',
  response: z.instanceof(ReadableStream),
} satisfies Endpoint

export const removeFollower = {
  route: 'DELETE /api/followers/:id',
  access: 'member',
  summary: 'End a follow and take it off the list. The follower is not told and can follow again.',
  params: follower,
  limits: changes,
  status: 204,
  response: z.null(),
} satisfies Endpoint

export const blockFollower = {
  route: 'POST /api/followers/:id/block',
  access: 'member',
  summary: 'Remove a follower, who cannot follow again until they are unblocked.',
  params: follower,
  limits: changes,
  status: 204,
  response: z.null(),
} satisfies Endpoint

const blockedFollowerSchema = z.object({
  id: z.number(),
  /** Null for a member, whose address may have changed since. */
  email: z.nullable(z.string()),
  username: z.nullable(z.string()),
  blocked_at: z.string(),
})
export type BlockedFollower = z.infer<typeof blockedFollowerSchema>

export const listBlocked = {
  route: 'GET /api/blocked-followers',
  access: 'member',
  summary: 'Whom the member has blocked, the newest first.',
  query: z.object({ page: pageNumber, pageSize: wholeNumber('pageSize', 1, 100, 10) }),
  response: z.object({ blocked: z.array(blockedFollowerSchema), total: z.number() }),
} satisfies Endpoint

export const unblockFollower = {
  route: 'DELETE /api/blocked-followers/:id',
  access: 'member',
  summary: 'Let a blocked follower follow again; they do not follow by that alone.',
  params: follower,
  limits: changes,
  status: 204,
  response: z.null(),
} satisfies Endpoint
