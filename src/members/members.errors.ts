import { badInput, Failure, notFound } from '../platform/errors.ts'

export const memberNotFound = () => notFound('This member')

export const invalidLogin = () => new Failure(401, 'invalid_login', 'Invalid login credentials')

export const usernameTaken = () =>
  new Failure(409, 'username_taken', 'This username is already taken', { field: 'username' })

export const usernameReserved = () =>
  badInput('This username is reserved and cannot be used', 'username')

export const emailTaken = () =>
  new Failure(409, 'email_taken', 'This email is already registered', { field: 'email' })

export const invalidResetLink = () =>
  badInput('The password reset link is invalid or has expired', 'token')

export const invalidConfirmLink = () =>
  badInput('The confirmation link is invalid or has expired', 'token')

export const invalidProfileLink = () =>
  badInput(
    'Please enter a valid Spotify profile URL (open.spotify.com/user/...)',
    'spotify_profile_url',
  )

export const confirmationRecentlySent = (retryAfter: number) =>
  new Failure(
    429,
    'confirmation_recently_sent',
    'A confirmation email was sent to you a short while ago. Please look for it before asking again.',
    { retryAfter },
  )
