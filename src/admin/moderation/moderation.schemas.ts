import * as z from 'zod/mini'
import type { Endpoint } from '../../platform/endpoint.shared.ts'

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
  admin: z.string(),
  username: z.string(),
  action: z.enum(['hide', 'show']),
  reason: z.string(),
  created_at: z.string(),
})
export type ModerationAction = z.infer<typeof actionSchema>

export const hideMember = {
  route: 'POST /api/admin/members/:username/hide',
  access: 'admin',
  summary:
    'Hide a member from everybody else and stop their mail. The member reads the reason. Of a hidden member it changes the reason.',
  params,
  body: reasonForm,
} satisfies Endpoint

export const showMember = {
  route: 'POST /api/admin/members/:username/show',
  access: 'admin',
  summary: 'Show a hidden member again. Mail that was stopped is not sent.',
  params,
  body: reasonForm,
} satisfies Endpoint

export const listModeration = {
  route: 'GET /api/admin/moderation',
  access: 'admin',
  summary: 'The latest 50 actions of administrators, newest first.',
  response: z.array(actionSchema),
} satisfies Endpoint
