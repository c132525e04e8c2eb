import * as z from 'zod/mini'
import { type Endpoint, perHour, perMinute } from '../platform/http/endpoint.shared.ts'
import {
  currentPasswordSchema,
  emailSchema,
  passwordSchema,
  resetPasswordSchema,
  tokenLimits,
  tokenSchema,
  usernameSchema,
} from './credentials.schemas.ts'
import { registerMismatch, resetMismatch } from './members.shared.ts'

export const currentUserSchema = z.object({
  /** A public name for the account that stays the same when it is renamed, for the header `X-Member`. */
  member_key: z.string(),
  username: z.string(),
  email: z.string(),
  avatar: z.nullable(z.string()),
  spotify_user_id: z.nullable(z.string()),
  is_admin: z.boolean(),
  is_dev_user: z.boolean(),
  email_confirmed: z.boolean(),
  /** The last mail that was to confirm the email could not be delivered. */
  email_unsent: z.boolean(),
  /** Why an administrator hid the member from everybody else; null for a member who is not hidden. */
  hidden_reason: z.nullable(z.string()),
})
export type CurrentUser = z.infer<typeof currentUserSchema>

export const messageSchema = z.object({ message: z.string() })

export const login = {
  route: 'POST /api/login',
  access: 'anyone',
  body: z.object({
    email: emailSchema(),
    password: currentPasswordSchema,
  }),
  limits: [
    { per: 'mailbox at ip', max: 10, seconds: 15 * 60 },
    // Attempts at one account from all IPs: see limitSignIn.
    { per: 'ip', max: 100, seconds: 15 * 60 },
  ],
  response: currentUserSchema,
} satisfies Endpoint

export const register = {
  route: 'POST /api/register',
  access: 'anyone',
  body: z.object({
    username: usernameSchema,
    email: emailSchema(),
    password: passwordSchema,
    /** The token of an invitation, which an installation can require. */
    invitation: z.optional(tokenSchema),
  }),
  limits: perHour({ ip: 40 }),
  status: 201,
  response: currentUserSchema,
} satisfies Endpoint

export const registerForm = z
  .extend(register.body, {
    confirmPassword: z.string().check(z.minLength(1, 'Please confirm your password')),
  })
  .check(
    z.refine(form => form.password === form.confirmPassword, {
      message: registerMismatch,
      path: ['confirmPassword'],
    }),
  )

/** Whether a username can be taken, and why not; reserved and ill-formed ones cannot, one’s own can. */
export const usernameAvailable = {
  route: 'POST /api/username-available',
  access: 'anyone',
  body: z.object({ username: z.string().check(z.maxLength(200)) }),
  limits: perMinute({ account: 60, ip: 120 }),
  response: z.object({ available: z.boolean(), message: z.optional(z.string()) }),
} satisfies Endpoint

export const logout = {
  route: 'POST /api/logout',
  access: 'anyone',
  limits: perHour({ account: 100, visitor: 100 }),
} satisfies Endpoint

export const getCurrentUser = {
  route: 'GET /api/user',
  access: 'member',
  response: currentUserSchema,
} satisfies Endpoint

/** Mail a link that resets the password, if the email has an account. */
export const forgotPassword = {
  route: 'POST /api/forgot-password',
  access: 'anyone',
  body: z.object({ email: emailSchema() }),
  // No limit counts one email over all IPs: strangers could use it up. See mailPasswordReset.
  limits: perHour({ 'mailbox at ip': 5, ip: 20 }),
  response: messageSchema,
} satisfies Endpoint

export const verifyResetToken = {
  route: 'GET /api/verify-reset-token',
  access: 'anyone',
  query: z.object({ token: z.optional(z.string()) }),
  limits: tokenLimits,
  response: z.object({ valid: z.boolean(), message: z.optional(z.string()) }),
} satisfies Endpoint

/** Set a new password by a reset link; ends every session of the member. */
export const resetPassword = {
  route: 'POST /api/reset-password',
  access: 'anyone',
  body: z.object({ token: tokenSchema, newPassword: resetPasswordSchema }),
  limits: perHour({ ip: 30 }),
  response: messageSchema,
} satisfies Endpoint

export const resetPasswordForm = z
  .object({ newPassword: resetPasswordSchema, confirmPassword: z.string() })
  .check(
    z.refine(form => form.newPassword === form.confirmPassword, {
      message: resetMismatch,
      path: ['confirmPassword'],
    }),
  )
