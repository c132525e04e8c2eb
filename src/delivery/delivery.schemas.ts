import * as z from 'zod/mini'
import type { Endpoint } from '../platform/endpoint.contract.ts'
import { pageNumber, wholeNumber } from '../platform/paging.schemas.ts'
import { missedPageSize } from './delivery.contract.ts'

const dropNumber = z.object({
  dropNumber: z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, 'A drop number is a whole number')),
    z.transform(Number),
  ),
})

/** How many recipients are in which state. They add up to `audience`, at every moment. */
const statesSchema = z.object({
  /** Not tried yet. */
  pending: z.number(),
  sending: z.number(),
  sent: z.number(),
  /** Put off by the mail server; tried again by itself. */
  retry: z.number(),
  /** Given up. */
  failed: z.number(),
  /** Not sent on purpose. */
  skipped: z.number(),
  /** Handed over without an answer. */
  unknown: z.number(),
  audience: z.number(),
})

const deliverySchema = z.object({
  states: statesSchema,
  /** Mails are still on their way or will be tried again. */
  isRunning: z.boolean(),
  /** When the owner stopped it. */
  stoppedAt: z.nullable(z.string()),
  /** How many "Try the failed again" would try. */
  retryable: z.number(),
})
export type Delivery = z.infer<typeof deliverySchema>

const missedSchema = z.object({
  id: z.number(),
  /** Null when the follower is gone altogether. */
  email: z.nullable(z.string()),
  username: z.nullable(z.string()),
  state: z.enum(['failed', 'skipped', 'unknown']),
  /** Why, as a sentence for the owner. */
  reason: z.string(),
})
export type Missed = z.infer<typeof missedSchema>

export const getDelivery = {
  access: 'member',
  summary: 'How far one of the member’s own drops has come, and one page of who did not get it.',
  params: dropNumber,
  query: z.object({
    page: pageNumber,
    pageSize: wholeNumber('pageSize', 1, 100, missedPageSize),
  }),
  answer: z.object({ ...deliverySchema.shape, missed: z.array(missedSchema), total: z.number() }),
} satisfies Endpoint

export const retryFailed = {
  access: 'member',
  summary: 'Try the failed recipients of a drop again, but for mailboxes that are gone.',
  params: dropNumber,
  limits: [{ per: 'account', max: 10, seconds: 60 * 60 }],
  answer: deliverySchema,
} satisfies Endpoint

export const stopDrop = {
  access: 'member',
  summary: 'Stop a running drop: whoever has not got it by now does not get it.',
  params: dropNumber,
  limits: [{ per: 'account', max: 60, seconds: 60 * 60 }],
  answer: deliverySchema,
} satisfies Endpoint
