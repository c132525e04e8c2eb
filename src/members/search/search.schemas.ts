import * as z from 'zod/mini'
import type { Endpoint } from '../../platform/endpoint.shared.ts'

const foundMemberSchema = z.object({ username: z.string(), avatar: z.nullable(z.string()) })
export type FoundMember = z.infer<typeof foundMemberSchema>

export const searchMembers = {
  route: 'GET /api/members',
  access: 'anyone',
  summary:
    'Up to twenty members whose username contains the text, those first whose username begins with it.',
  query: z.object({
    search: z.string().check(z.trim(), z.minLength(1, 'Type a part of a name'), z.maxLength(30)),
  }),
  limits: [{ per: 'address', max: 120, seconds: 60 }],
  response: z.array(foundMemberSchema),
} satisfies Endpoint
