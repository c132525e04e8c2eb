import * as z from 'zod/mini'
import { pageNumber, searchText, wholeNumber } from '../platform/http/common.schemas.ts'
import type { Endpoint } from '../platform/http/endpoint.shared.ts'

const adminSorts = [
  'created_at',
  'username',
  'follower_count',
  'drop_count',
  'last_drop_date',
] as const

const adminRowSchema = z.object({
  id: z.number(),
  username: z.string(),
  avatar: z.nullable(z.string()),
  followerCount: z.number(),
  dropCount: z.number(),
  lastDropDate: z.nullable(z.string()),
  created_at: z.string(),
  /** Null for a member who is not hidden. */
  hiddenReason: z.nullable(z.string()),
})
export type AdminRow = z.infer<typeof adminRowSchema>

export const listAllMembers = {
  route: 'GET /api/admin/radrs',
  access: 'admin',
  query: z.object({
    page: pageNumber,
    pageSize: wholeNumber('pageSize', 1, 100, 10),
    sortBy: z._default(z.enum(adminSorts), 'created_at'),
    sortDirection: z._default(z.enum(['asc', 'desc']), 'desc'),
    search: searchText,
  }),
  response: z.object({ users: z.array(adminRowSchema), total: z.number() }),
} satisfies Endpoint
