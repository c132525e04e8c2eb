import * as z from 'zod/mini'
import type { Endpoint } from '../../platform/endpoint.shared.ts'
import { currentPasswordSchema } from '../credentials.schemas.ts'

export const deleteAccount = {
  route: 'POST /api/user/delete',
  access: 'member',
  summary:
    'Delete the account with all that belongs to it, by its username and password. The name is reserved for a year.',
  body: z.object({
    username: z.string().check(z.trim(), z.minLength(1, 'Type your username'), z.maxLength(200)),
    password: currentPasswordSchema,
  }),
  limits: [
    { per: 'account', max: 10, seconds: 60 * 60 },
    { per: 'address', max: 30, seconds: 60 * 60 },
  ],
  status: 204,
  response: z.null(),
} satisfies Endpoint
