import * as z from 'zod/mini'
import { type Endpoint, perHour } from '../../platform/http/endpoint.shared.ts'

/** `single`: a mail for each drop; `weekly`: one on Friday morning with all drops since the last one. */
export const frequencySchema = z.enum(['single', 'weekly'])

/**
 * Browsers send what their system says, such as Etc/Unknown, or a zone that is newer than the server's list. A time zone
 * that is not known counts as none, because nobody could correct it.
 */
export const timeZoneSchema = z.catch(
  z.optional(z.string().check(z.maxLength(64), z.refine(isTimeZone))),
  undefined,
)

const mailFrequencySchema = z.object({
  frequency: frequencySchema,
  /** The time zone of Friday at 8; null for a mail for each drop. */
  timeZone: z.nullable(z.string()),
})
export type MailFrequency = z.infer<typeof mailFrequencySchema>

const ownFrequencySchema = z.extend(mailFrequencySchema, {
  /**
   * The email gets no drop mail, because mail came back or was called spam. False until the account has confirmed the
   * email, because it may be a stranger's.
   */
  isSuppressed: z.boolean(),
})

export const getMailFrequency = {
  route: 'GET /api/user/mail-frequency',
  access: 'member',
  response: ownFrequencySchema,
} satisfies Endpoint

/**
 * Choose a mail for each drop, or one a week on Friday at 8 in the morning of an IANA time zone (UTC by default). Drops
 * that wait for the weekly mail still come in it.
 */
export const chooseMailFrequency = {
  route: 'PUT /api/user/mail-frequency',
  access: 'member',
  body: z.object({ frequency: frequencySchema, timeZone: z.optional(timeZoneSchema) }),
  limits: perHour({ account: 100 }),
  response: ownFrequencySchema,
} satisfies Endpoint

/** A name of the IANA database; `Intl` accepts offsets such as +02:00 too. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
