import * as z from 'zod/mini'
import { perHour } from '../platform/http/endpoint.shared.ts'
import {
  emailProblem,
  isInPublicDomain,
  isMailable,
  readEmail,
} from '../platform/text/email-address.shared.ts'

const tooShort = 'Username must be at least 3 characters'

export const usernameSchema = z.string(tooShort).check(
  // The keyboards of phones leave a space behind a word that they complete.
  z.trim(),
  z.minLength(3, tooShort),
  z.maxLength(30, 'Username cannot exceed 30 characters'),
  z.regex(
    /^[A-Za-z0-9_-]+$/,
    'Username can only contain letters, numbers, underscores, and hyphens',
  ),
)

/** An email that mail can be delivered to everywhere, in a public domain. */
export const emailSchema = (message = 'Please enter a valid email address') =>
  z.string(message).check(
    z.maxLength(1000, { error: message, abort: true }),
    z.overwrite(readEmail),
    z.refine(address => isMailable(address) && isInPublicDomain(address), {
      error: ({ input }) => message + emailProblem(String(input)),
    }),
  )

const newPasswordSchema = (longest: number) =>
  z
    .string('Password must be at least 8 characters')
    .check(
      z.minLength(8, 'Password must be at least 8 characters'),
      z.maxLength(longest, 'Password is too long'),
    )

export const passwordSchema = newPasswordSchema(1000)

export const resetPasswordSchema = newPasswordSchema(100)

/** The token of a mailed link. Any text is accepted, because a wrong one is `invalid_token`. */
export const tokenSchema = z
  .string('The link is incomplete.')
  .check(z.maxLength(1000, 'The link is not one of ours.'))

/** The response to the page of a mailed link: `problem` says why the link does not work. */
export const linkSchema = <const Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.union([z.object({ problem: z.null(), ...shape }), z.object({ problem: z.string() })])

export const tokenLimits = perHour({ ip: 300 })

export const currentPasswordSchema = z
  .string('Password is required')
  .check(z.minLength(1, 'Password is required'), z.maxLength(1000, 'Password is too long'))
