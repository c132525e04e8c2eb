import * as z from 'zod/mini'
import { type Endpoint, perHour } from '../platform/endpoint.shared.ts'
import { tokenLimits, tokenSchema, usernameSchema } from './credentials.schemas.ts'
import { currentUserSchema, messageSchema } from './members.schemas.ts'
import { invalidProfileLinkMessage, parseProfileLink } from './profile-link.shared.ts'

export const settingsForm = z.object({
  username: usernameSchema,
  spotify_profile_url: z.string().check(
    z.trim(),
    z.refine(link => link === '' || parseProfileLink(link) !== null, invalidProfileLinkMessage),
  ),
})

export const changeUsername = {
  route: 'PUT /api/user/username',
  access: 'member',
  summary: 'Rename; the old name redirects and is reserved for 90 days.',
  body: z.object({ username: usernameSchema }),
  limits: [
    { per: 'account', max: 10, seconds: 24 * 60 * 60 },
    { per: 'address', max: 30, seconds: 24 * 60 * 60 },
  ],
  response: currentUserSchema,
} satisfies Endpoint

export const changeSpotifyProfile = {
  route: 'PUT /api/user/spotify',
  access: 'member',
  summary: 'Set the link to the member’s profile on the streaming service; "" removes it.',
  body: z.object({
    spotify_profile_url: z.string().check(z.maxLength(500, 'Invalid Spotify URL')),
  }),
  response: currentUserSchema,
} satisfies Endpoint

export const getAccountToConfirm = {
  route: 'GET /api/email/confirm',
  access: 'anyone',
  summary: 'Whose address a link proves; changes nothing.',
  query: z.object({ token: tokenSchema }),
  limits: tokenLimits,
  response: z.object({ username: z.string() }),
} satisfies Endpoint

export const confirmEmail = {
  route: 'POST /api/email/confirm',
  access: 'anyone',
  summary: 'Prove that an account’s address belongs to its member.',
  body: z.object({ token: tokenSchema }),
  limits: tokenLimits,
  response: z.object({ username: z.string() }),
} satisfies Endpoint

export const resendEmailConfirmation = {
  route: 'POST /api/email/resend',
  access: 'member',
  summary: 'Mail the proof of the account’s own address again.',
  limits: perHour({ account: 5, address: 20 }),
  response: messageSchema,
} satisfies Endpoint
