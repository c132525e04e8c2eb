import * as z from 'zod/mini'
import type { Endpoint } from '../../platform/endpoint.shared.ts'
import { rowId } from '../../platform/paging.schemas.ts'

const invitationSchema = z.object({
  id: z.number(),
  created_at: z.string(),
  expires_at: z.string(),
  /** Username of who created it; null for an operator's command. */
  inviter: z.nullable(z.string()),
})
export type OpenInvitation = z.infer<typeof invitationSchema>

export const listInvitations = {
  route: 'GET /api/invitations',
  access: 'member',
  summary:
    'The latest 100 invitations that were not used and have not expired: to administrators those of everybody, to others their own.',
  response: z.array(invitationSchema),
} satisfies Endpoint

export const invite = {
  route: 'POST /api/invitations',
  access: 'member',
  summary:
    'Create a link with which one account can be created within seven days, where accounts need one. Nothing returns the link again.',
  limits: [{ per: 'account', max: 100, seconds: 3600 }],
  status: 201,
  response: z.object({ link: z.string() }),
} satisfies Endpoint

export const withdrawInvitation = {
  route: 'DELETE /api/invitations/:id',
  access: 'member',
  summary: 'Make an invitation useless: administrators those of everybody, others their own.',
  params: z.object({ id: rowId }),
} satisfies Endpoint
