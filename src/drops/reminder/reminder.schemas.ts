import * as z from 'zod/mini'
import { tokenLimits, tokenSchema } from '../../members/credentials.schemas.ts'
import { type Endpoint, perHour } from '../../platform/endpoint.shared.ts'

const reminderSchema = z.object({
  isOn: z.boolean(),
  /** How one would come now; null without a confirmed address that takes mail and without a device. */
  by: z.nullable(z.enum(['mail', 'notification'])),
})
export type Reminder = z.infer<typeof reminderSchema>

export const getReminder = {
  route: 'GET /api/drops/reminder',
  access: 'member',
  summary: 'Whether the member is reminded when the next drop is possible, and how.',
  response: reminderSchema,
} satisfies Endpoint

export const setReminder = {
  route: 'PUT /api/drops/reminder',
  access: 'member',
  summary: 'Be reminded once after each drop, when the next one is possible, or no longer.',
  body: z.object({ isOn: z.boolean() }),
  limits: perHour({ account: 100 }),
  response: reminderSchema,
} satisfies Endpoint

export const stopReminder = {
  route: 'POST /api/drops/reminder/stop',
  access: 'anyone',
  summary: 'Stop the reminders of an account by the link in one; a second time succeeds alike.',
  body: z.object({ token: tokenSchema }),
  limits: tokenLimits,
  response: z.object({ username: z.string() }),
} satisfies Endpoint
