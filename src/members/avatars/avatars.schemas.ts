import * as z from 'zod/mini'
import { type Endpoint, perHour } from '../../platform/endpoint.shared.ts'
import { currentUserSchema } from '../members.schemas.ts'

export const changeAvatar = {
  route: 'PUT /api/user/avatar',
  access: 'member',
  summary: 'Set the profile image from a data URL of at most 5 MB; null removes it.',
  body: z.object({ avatar: z.nullable(z.string('Invalid file type')) }),
  maxBody: 7 * 1024 * 1024,
  tooLarge: 'File too large',
  limits: perHour({ account: 20, address: 60 }),
  response: currentUserSchema,
} satisfies Endpoint
