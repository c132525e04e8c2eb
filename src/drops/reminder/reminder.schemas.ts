import * as z from 'zod/mini'
import { linkSchema, tokenLimits, tokenSchema } from '../../members/credentials.schemas.ts'
import { type Endpoint, perHour } from '../../platform/http/endpoint.shared.ts'

const reminderSchema = z.object({
  isOn: z.boolean(),
  /** How one would come now; null without a confirmed email that takes mail and without a device. */
  by: z.nullable(z.enum(['mail', 'notification'])),
})
export type Reminder = z.infer<typeof reminderSchema>

export const getReminder = {
  route: 'GET /api/drops/reminder',
  access: 'member',
  response: reminderSchema,
} satisfies Endpoint

/** Reminds once after each drop, when the next one is possible. */
export const setReminder = {
  route: 'PUT /api/drops/reminder',
  access: 'member',
  body: z.object({ isOn: z.boolean() }),
  limits: perHour({ account: 100 }),
  response: reminderSchema,
} satisfies Endpoint

export const getReminderToStop = {
  route: 'GET /api/drops/reminder/stop',
  access: 'anyone',
  query: z.object({ token: tokenSchema }),
  limits: tokenLimits,
  response: linkSchema({}),
} satisfies Endpoint

/** Idempotent. */
export const stopReminder = {
  route: 'POST /api/drops/reminder/stop',
  access: 'anyone',
  body: z.object({ token: tokenSchema }),
  limits: tokenLimits,
  response: z.object({ username: z.string() }),
} satisfies Endpoint
