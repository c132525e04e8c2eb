import * as z from 'zod/mini'
import { isMailable } from '../platform/email-address.shared.ts'

export const usernameSchema = z
  .string()
  .check(
    z.minLength(3, 'Username must be at least 3 characters'),
    z.maxLength(30, 'Username cannot exceed 30 characters'),
    z.regex(
      /^[A-Za-z0-9_-]+$/,
      'Username can only contain letters, numbers, underscores, and hyphens',
    ),
  )

/** An address that mail can be delivered to everywhere, in a public domain. */
export const emailSchema = (message = 'Please enter a valid email address') =>
  z.string(message).check(
    z.trim(),
    z.maxLength(254, { error: message, abort: true }),
    z.refine(address => isMailable(address) && /\.[a-z]{2,63}$/i.test(address), message),
  )

const newPasswordSchema = (longest: number) =>
  z
    .string('Password must be at least 8 characters')
    .check(
      z.minLength(8, 'Password must be at least 8 characters'),
      z.maxLength(longest, 'Password is too long'),
    )

/** Of a new account; signing in accepts any. */
export const passwordSchema = newPasswordSchema(1000)

/** That replaces a forgotten one. */
export const resetPasswordSchema = newPasswordSchema(100)

/** The token of a mailed link. Any text is accepted, because a wrong one is `invalid_token`. */
export const tokenSchema = z
  .string('The link is incomplete.')
  .check(z.maxLength(1000, 'The link is not one of ours.'))

/** Of a call that takes the token of a mailed link: many people can share an address. */
export const tokenLimits = [{ per: 'address', max: 300, seconds: 60 * 60 }] as const

/** Of a password that the account has. */
export const currentPasswordSchema = z
  .string('Password is required')
  .check(z.minLength(1, 'Password is required'), z.maxLength(1000, 'Password is too long'))
