import { z } from 'zod/mini'
import type { Endpoint } from '../platform/http/endpoint.shared.ts'

const spineSchema = z.object({
  drop_number: z.number(),
  /** The title of its number one. */
  title: z.string(),
  /** Six hexadecimal digits: the main color of the cover of its number one. */
  color: z.string(),
})
export type Spine = z.infer<typeof spineSchema>

/** What was number one on a member’s newest 52 drops, oldest first. */
export const getShelf = {
  route: 'GET /api/users/:username/shelf',
  access: 'anyone',
  shared: true,
  params: z.object({ username: z.string() }),
  response: z.array(spineSchema),
} satisfies Endpoint
