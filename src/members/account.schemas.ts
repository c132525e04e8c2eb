import * as z from 'zod/mini'
import { type Endpoint, perDay, perHour } from '../platform/http/endpoint.shared.ts'
import {
  currentPasswordSchema,
  linkSchema,
  tokenLimits,
  tokenSchema,
  usernameSchema,
} from './credentials.schemas.ts'
import { currentUserSchema, messageSchema } from './members.schemas.ts'
import { invalidProfileLinkMessage, parseProfileLink } from './profile-link.shared.ts'

export const settingsForm = z.object({
  username: usernameSchema,
  spotify_profile_url: z.string().check(
    z.trim(),
    z.refine(link => link === '' || parseProfileLink(link) !== null, invalidProfileLinkMessage),
  ),
})

/** The old name redirects and is reserved for 90 days. */
export const changeUsername = {
  route: 'PUT /api/user/username',
  access: 'member',
  body: z.object({ username: usernameSchema }),
  limits: perDay({ account: 10, ip: 30 }),
  response: currentUserSchema,
} satisfies Endpoint

/** Set the link to the member’s profile on the streaming service; "" removes it. */
export const changeSpotifyProfile = {
  route: 'PUT /api/user/spotify',
  access: 'member',
  body: z.object({
    spotify_profile_url: z.string().check(z.maxLength(500, 'Invalid Spotify URL')),
  }),
  limits: perHour({ account: 100 }),
  response: currentUserSchema,
} satisfies Endpoint

export const getAccountToConfirm = {
  route: 'GET /api/email/confirm',
  access: 'anyone',
  query: z.object({ token: tokenSchema }),
  limits: tokenLimits,
  response: linkSchema({ username: z.string() }),
} satisfies Endpoint

export const confirmEmail = {
  route: 'POST /api/email/confirm',
  access: 'anyone',
  body: z.object({ token: tokenSchema }),
  limits: tokenLimits,
  response: z.object({ username: z.string() }),
} satisfies Endpoint

export const resendEmailConfirmation = {
  route: 'POST /api/email/resend',
  access: 'member',
  limits: perHour({ account: 5, ip: 20 }),
  response: messageSchema,
} satisfies Endpoint

/** Set the profile image from a data URL of at most 5 MB; null removes it. */
export const changeAvatar = {
  route: 'PUT /api/user/avatar',
  access: 'member',
  body: z.object({ avatar: z.nullable(z.string('Invalid file type')) }),
  maxBody: 7 * 1024 * 1024,
  tooLarge: 'File too large',
  limits: perHour({ account: 20, ip: 60 }),
  response: currentUserSchema,
} satisfies Endpoint

/** Delete the account with all that belongs to it, by its username and password. The name is reserved for a year. */
export const deleteAccount = {
  route: 'POST /api/user/delete',
  access: 'member',
  body: z.object({
    username: z.string().check(z.trim(), z.minLength(1, 'Type your username'), z.maxLength(200)),
    password: currentPasswordSchema,
  }),
  limits: perHour({ account: 10, ip: 30 }),
} satisfies Endpoint
