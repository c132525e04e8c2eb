import * as z from 'zod/mini'
import { linkSchema, tokenLimits, tokenSchema } from '../../members/credentials.schemas.ts'
import { type Endpoint, perHour } from '../../platform/http/endpoint.shared.ts'
import { frequencySchema, timeZoneSchema } from '../mail-frequency/mail-frequency.schemas.ts'

export const chooseFollowMail = {
  route: 'PUT /api/users/:username/followers/mail',
  access: 'member',
  params: z.object({ username: z.string() }),
  body: z.object({ mail: z.boolean() }),
  limits: perHour({ account: 300 }),
  response: z.object({ mail: z.boolean() }),
} satisfies Endpoint

const mailChoicesSchema = z.object({
  username: z.string(),
  isFollowing: z.boolean(),
  mail: z.boolean(),
  frequency: frequencySchema,
  /** The time zone in which the weekly mail comes on Friday at 8; null for a mail for each drop. */
  timeZone: z.nullable(z.string()),
  unsubscribeToken: z.string(),
})
export type MailChoices = z.infer<typeof mailChoicesSchema>

export const getMailChoices = {
  route: 'GET /api/mail-choices',
  access: 'anyone',
  query: z.object({ token: tokenSchema }),
  limits: tokenLimits,
  response: linkSchema(mailChoicesSchema.shape),
} satisfies Endpoint

/** What is left out stays as it is. */
export const chooseMail = {
  route: 'POST /api/mail-choices',
  access: 'anyone',
  body: z.object({
    token: tokenSchema,
    mail: z.optional(z.boolean()),
    frequency: z.optional(frequencySchema),
    timeZone: z.optional(timeZoneSchema),
  }),
  limits: perHour({ ip: 300 }),
  response: mailChoicesSchema,
} satisfies Endpoint
