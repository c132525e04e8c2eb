import * as z from 'zod/mini'
import { dropNumberPattern } from '../contract/paths.shared.ts'
import { shownStates, undeliveredStates } from '../contract/states.shared.ts'
import { pageNumber, wholeNumber } from '../platform/http/common.schemas.ts'
import { type Endpoint, perHour } from '../platform/http/endpoint.shared.ts'

/** The number of a drop in a URL. */
export const dropNumber = z.pipe(
  z.string().check(z.regex(dropNumberPattern, 'A drop number is a whole number')),
  z.transform(Number),
)

const deliverySchema = z.object({
  /** How many recipients are in each state; the numbers add up to `audience`. */
  states: z.record(z.enum([...shownStates, 'audience']), z.number()),
  /** Mails are still being sent or will be retried, without what waits in weekly mails (`states.weekly`). */
  isRunning: z.boolean(),
  /** An administrator stops the drops that run when they hide their member. */
  stoppedBy: z.nullable(z.enum(['owner', 'administrator'])),
  /** Set while the mail server takes no mail at all, and this drop waits for it. `reply` has no addresses. */
  serverFailure: z.nullable(z.object({ since: z.string(), reply: z.string() })),
  /** How many recipients "Try again" would retry; `maxRetryable` if there are as many or more. */
  retryable: z.number(),
  /** How many of these failed; the others were skipped. */
  retryableFailed: z.number(),
})
export type Delivery = z.infer<typeof deliverySchema>

const undeliveredSchema = z.object({
  id: z.number(),
  email: z.nullable(z.string()),
  username: z.nullable(z.string()),
  state: z.enum(undeliveredStates),
  /** A sentence for the owner. */
  reason: z.string(),
})
export type Undelivered = z.infer<typeof undeliveredSchema>

/** The progress of one of the member’s own drops, and one page of the recipients who did not get it. */
export const getDelivery = {
  route: 'GET /api/drops/:dropNumber/delivery',
  access: 'member',
  params: z.object({ dropNumber }),
  query: z.object({
    page: pageNumber,
    pageSize: wholeNumber('pageSize', 1, 100, 20),
  }),
  response: z.object({
    ...deliverySchema.shape,
    /** Songs that came back for it, dismissed ones included; 0 while songs are switched off. */
    songs: z.number(),
    /** How many of these songs are not dismissed. */
    songsOnHome: z.number(),
    undelivered: z.array(undeliveredSchema),
    total: z.number(),
    /** The deliveries were deleted after a year; their counts are kept. */
    isPurged: z.boolean(),
  }),
} satisfies Endpoint

/**
 * Retry the failed recipients of a drop, those whose suppression has ended, and after an administrator has shown the member
 * again those who were left out by hiding, except emails that are suppressed now.
 */
export const retryFailed = {
  route: 'POST /api/drops/:dropNumber/delivery/retry',
  access: 'member',
  params: z.object({ dropNumber }),
  limits: perHour({ account: 10 }),
  response: deliverySchema,
} satisfies Endpoint

/** Stop a running drop: recipients who have not got it yet do not get it. */
export const stopDrop = {
  route: 'POST /api/drops/:dropNumber/delivery/stop',
  access: 'member',
  params: z.object({ dropNumber }),
  limits: perHour({ account: 60 }),
  response: deliverySchema,
} satisfies Endpoint
