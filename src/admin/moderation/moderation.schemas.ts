import * as z from 'zod/mini'
import { type Endpoint, perHour } from '../../platform/http/endpoint.shared.ts'

export const maxReason = 500

const params = z.object({ username: z.string() })

const reasonForm = z.object({
  reason: z
    .string('A reason is required')
    .check(
      z.trim(),
      z.minLength(1, 'Please give a reason'),
      z.maxLength(maxReason, `A reason has at most ${maxReason} characters`),
    ),
})

const actionSchema = z.object({
  id: z.number(),
  /** Null for an account that was deleted. */
  admin: z.nullable(z.string()),
  username: z.nullable(z.string()),
  action: z.enum(['hide', 'show']),
  /** Empty for a member whose account was deleted. */
  reason: z.string(),
  created_at: z.string(),
})
export type ModerationAction = z.infer<typeof actionSchema>

/**
 * Hide a member from everybody else and stop their mail. The member reads the reason. Of a hidden member it changes the
 * reason.
 */
export const hideMember = {
  route: 'POST /api/admin/members/:username/hide',
  access: 'admin',
  params,
  body: reasonForm,
  limits: perHour({ account: 600 }),
} satisfies Endpoint

/** Mail that was stopped is not sent. */
export const showMember = {
  route: 'POST /api/admin/members/:username/show',
  access: 'admin',
  params,
  body: reasonForm,
  limits: perHour({ account: 600 }),
} satisfies Endpoint

export const listModeration = {
  route: 'GET /api/admin/moderation',
  access: 'admin',
  response: z.array(actionSchema),
} satisfies Endpoint
