import * as z from 'zod/mini'
import type { Endpoint } from '../platform/endpoint.shared.ts'
import {
  currentPasswordSchema,
  emailSchema,
  passwordSchema,
  resetPasswordSchema,
  tokenLimits,
  tokenSchema,
  usernameSchema,
} from './credentials.schemas.ts'
import { invalidProfileLinkMessage, parseProfileLink } from './profile-link.shared.ts'

const currentUserSchema = z.object({
  username: z.string(),
  email: z.string(),
  /** Address of the picture. */
  avatar: z.nullable(z.string()),
  spotify_user_id: z.nullable(z.string()),
  is_admin: z.boolean(),
  is_dev_user: z.boolean(),
  email_confirmed: z.boolean(),
  /** Why an administrator hid the member from everybody else; null for a member who is not hidden. */
  hidden_reason: z.nullable(z.string()),
})
export type CurrentUser = z.infer<typeof currentUserSchema>

const messageSchema = z.object({ message: z.string() })

export const login = {
  route: 'POST /api/login',
  access: 'anyone',
  summary: 'Sign in; sets the session cookie.',
  body: z.object({
    email: emailSchema(),
    password: currentPasswordSchema,
  }),
  limits: [
    { per: 'email at address', max: 10, seconds: 15 * 60 },
    // Attempts at one account from all addresses: see limitSignIn.
    { per: 'address', max: 100, seconds: 15 * 60 },
  ],
  response: currentUserSchema,
} satisfies Endpoint

export const register = {
  route: 'POST /api/register',
  access: 'anyone',
  summary: 'Create an account and sign in.',
  body: z.object({
    username: usernameSchema,
    email: emailSchema(),
    password: passwordSchema,
    /** Of an invitation, which an installation can require. */
    invitation: z.optional(tokenSchema),
  }),
  limits: [{ per: 'address', max: 40, seconds: 60 * 60 }],
  status: 201,
  response: currentUserSchema,
} satisfies Endpoint

/** The Create Account form; without the confirmation it is the body of `register`. */
export const registerForm = z
  .extend(register.body, {
    confirmPassword: z.string().check(z.minLength(1, 'Please confirm your password')),
  })
  .check(
    z.refine(form => form.password === form.confirmPassword, {
      message: "Passwords don't match",
      path: ['confirmPassword'],
    }),
  )

export const usernameAvailable = {
  route: 'POST /api/username-available',
  access: 'anyone',
  summary:
    'Whether a username can be taken, and why not; reserved and ill-formed ones cannot, one’s own can.',
  body: z.object({ username: z.string().check(z.maxLength(200)) }),
  limits: [
    { per: 'account', max: 60, seconds: 60 },
    { per: 'address', max: 120, seconds: 60 },
  ],
  response: z.object({ available: z.boolean(), message: z.optional(z.string()) }),
} satisfies Endpoint

export const logout = {
  route: 'POST /api/logout',
  access: 'anyone',
  summary: 'End the session.',
  status: 204,
  response: z.null(),
} satisfies Endpoint

export const getCurrentUser = {
  route: 'GET /api/user',
  access: 'member',
  summary: 'The signed-in member.',
  response: currentUserSchema,
} satisfies Endpoint

export const forgotPassword = {
  route: 'POST /api/forgot-password',
  access: 'anyone',
  summary: 'Mail a link that resets the password, if the address has an account.',
  body: z.object({ email: emailSchema() }),
  limits: [
    // Not for one email over all addresses: strangers could use it up. See mailPasswordReset.
    { per: 'email at address', max: 5, seconds: 60 * 60 },
    { per: 'address', max: 20, seconds: 60 * 60 },
  ],
  response: messageSchema,
} satisfies Endpoint

export const verifyResetToken = {
  route: 'GET /api/verify-reset-token',
  access: 'anyone',
  summary: 'Whether a reset link still works.',
  query: z.object({ token: z.optional(z.string()) }),
  limits: tokenLimits,
  response: z.object({ valid: z.boolean(), message: z.optional(z.string()) }),
} satisfies Endpoint

export const resetPassword = {
  route: 'POST /api/reset-password',
  access: 'anyone',
  summary: 'Set a new password by a reset link; ends every session of the member.',
  body: z.object({ token: tokenSchema, newPassword: resetPasswordSchema }),
  limits: [{ per: 'address', max: 30, seconds: 60 * 60 }],
  response: messageSchema,
} satisfies Endpoint

export const resetPasswordForm = z
  .object({ newPassword: resetPasswordSchema, confirmPassword: z.string() })
  .check(
    z.refine(form => form.newPassword === form.confirmPassword, {
      message: 'Passwords do not match',
      path: ['confirmPassword'],
    }),
  )

/** The settings form; an empty link removes it. */
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

export const changeAvatar = {
  route: 'PUT /api/user/avatar',
  access: 'member',
  summary: 'Set the profile image from a data URL of at most 5 MB; null removes it.',
  body: z.object({ avatar: z.nullable(z.string('Invalid file type')) }),
  maxBody: 7 * 1024 * 1024,
  tooLarge: 'File too large',
  limits: [
    { per: 'account', max: 20, seconds: 60 * 60 },
    { per: 'address', max: 60, seconds: 60 * 60 },
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
  limits: [
    { per: 'account', max: 5, seconds: 60 * 60 },
    { per: 'address', max: 20, seconds: 60 * 60 },
  ],
  response: messageSchema,
} satisfies Endpoint
