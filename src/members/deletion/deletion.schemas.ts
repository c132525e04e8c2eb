import * as z from 'zod/mini'
import { type Endpoint, perHour } from '../../platform/endpoint.shared.ts'
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
  limits: perHour({ account: 10, address: 30 }),
} satisfies Endpoint
