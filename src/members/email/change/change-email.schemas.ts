import * as z from 'zod/mini'
import { type Endpoint, perHour } from '../../../platform/endpoint.shared.ts'
import {
  currentPasswordSchema,
  emailSchema,
  tokenLimits,
  tokenSchema,
} from '../../credentials.schemas.ts'

export const requestEmailChange = {
  route: 'POST /api/user/email',
  access: 'member',
  summary: 'Mail a link to a new address that makes it the account’s.',
  body: z.object({ email: emailSchema(), password: currentPasswordSchema }),
  limits: perHour({ account: 10, address: 30 }),
  status: 202,
  response: z.object({ message: z.string() }),
} satisfies Endpoint

const byLink = {
  access: 'anyone',
  body: z.object({ token: tokenSchema }),
  limits: tokenLimits,
  response: z.object({ username: z.string() }),
} as const

export const confirmEmailChange = {
  route: 'POST /api/email/change',
  ...byLink,
  summary: 'Change an account’s address by the link mailed to the new one.',
} satisfies Endpoint

export const undoEmailChange = {
  route: 'POST /api/email/undo',
  ...byLink,
  summary:
    'Undo a change by the link mailed to the old address: ends every session and the password, and mails a link to choose a new one.',
} satisfies Endpoint
