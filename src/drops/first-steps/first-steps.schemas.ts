import * as z from 'zod/mini'
import type { Endpoint } from '../../platform/endpoint.shared.ts'

const firstStep = z.enum(['track', 'list', 'drop', 'follower'])
export type FirstStep = z.infer<typeof firstStep>

const firstStepsSchema = z.object({
  closed: z.boolean(),
  done: z.array(firstStep),
  tracks: z.number(),
})
export type FirstSteps = z.infer<typeof firstStepsSchema>

export const getFirstSteps = {
  route: 'GET /api/first-steps',
  access: 'member',
  summary:
    'Which first steps the member has done: a track, a full list, a drop, a confirmed follower.',
  response: firstStepsSchema,
} satisfies Endpoint

export const closeFirstSteps = {
  route: 'POST /api/first-steps/close',
  access: 'member',
  summary: 'Close the first steps for good, on every device.',
} satisfies Endpoint
