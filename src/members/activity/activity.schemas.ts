import * as z from 'zod/mini'
import type { Endpoint } from '../../platform/endpoint.shared.ts'
import { pageNumber, rowId, wholeNumber } from '../../platform/paging.schemas.ts'

const sessionSchema = z.object({
  id: z.number(),
  created_at: z.string(),
  last_used_at: z.string(),
  is_current: z.boolean(),
})
export type SessionSummary = z.infer<typeof sessionSchema>

export const listSessions = {
  route: 'GET /api/user/sessions',
  access: 'member',
  summary: 'Where the member is signed in: at most 100 sessions, the last used first.',
  response: z.object({ sessions: z.array(sessionSchema) }),
} satisfies Endpoint

export const endOneSession = {
  route: 'DELETE /api/user/sessions/:id',
  access: 'member',
  summary: 'End one of the member’s sessions, which signs that browser out.',
  params: z.object({ id: rowId }),
} satisfies Endpoint

const eventKind = z.enum([
  'signed_in_on_new_network',
  'session_ended',
  'password_changed',
  'email_changed',
  'username_changed',
  'follower_removed',
  'follower_blocked',
  'follower_unblocked',
  'followers_exported',
  'data_exported',
  'data_imported',
])
export type AccountEventKind = z.infer<typeof eventKind>

const eventSchema = z.object({
  id: z.number(),
  kind: eventKind,
  /** The username of whom it was about, or the previous one of the account. */
  detail: z.nullable(z.string()),
  created_at: z.string(),
})
export type AccountEvent = z.infer<typeof eventSchema>

export const listActivity = {
  route: 'GET /api/user/activity',
  access: 'member',
  summary: 'What happened to the account in the last year, the newest first.',
  query: z.object({ page: pageNumber, pageSize: wholeNumber('pageSize', 1, 100, 10) }),
  response: z.object({ events: z.array(eventSchema), total: z.number() }),
} satisfies Endpoint
