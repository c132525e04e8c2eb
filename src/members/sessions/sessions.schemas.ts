import * as z from 'zod/mini'
import { rowId } from '../../platform/http/common.schemas.ts'
import { type Endpoint, perHour } from '../../platform/http/endpoint.shared.ts'

const sessionSchema = z.object({
  id: z.number(),
  created_at: z.string(),
  last_used_at: z.string(),
  is_current: z.boolean(),
})
export type SessionSummary = z.infer<typeof sessionSchema>

/** At most 100 sessions, the last used first. */
export const listSessions = {
  route: 'GET /api/user/sessions',
  access: 'member',
  response: z.object({ sessions: z.array(sessionSchema) }),
} satisfies Endpoint

export const endOneSession = {
  route: 'DELETE /api/user/sessions/:id',
  access: 'member',
  params: z.object({ id: rowId }),
  limits: perHour({ account: 100 }),
} satisfies Endpoint
