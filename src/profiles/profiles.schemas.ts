import * as z from 'zod/mini'
import type { Endpoint } from '../platform/http/endpoint.shared.ts'
import { trackSchema } from '../tracks/tracks.schemas.ts'

const profileSchema = z.object({
  username: z.string(),
  avatar: z.nullable(z.string()),
  spotify_user_id: z.nullable(z.string()),
  totalDrops: z.number(),
  latestDrop: z.nullable(
    z.object({ note: z.nullable(z.string()), created_at: z.string(), drop_number: z.number() }),
  ),
  latestTrackUpdateTime: z.nullable(z.string()),
  tracks: z.array(trackSchema),
  /** Address of the picture that links to the profile are shown with. */
  card: z.string(),
})
export type Profile = z.infer<typeof profileSchema>

export const getProfile = {
  route: 'GET /api/profile/:username',
  access: 'anyone',
  shared: true,
  params: z.object({ username: z.string() }),
  response: profileSchema,
} satisfies Endpoint
