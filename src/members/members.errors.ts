import { Failure, notFound } from '../platform/errors.ts'
import { registrationTexts } from './members.shared.ts'
import { invalidProfileLinkMessage } from './profile-link.shared.ts'

export const memberNotFound = () => notFound('This member')

export const memberHidden = () =>
  new Failure('member_hidden', 'You are hidden at the moment, so a drop would reach nobody.')

export const invalidLogin = () => new Failure('invalid_credentials', 'Invalid login credentials')

export const wrongPassword = () =>
  new Failure('wrong_password', 'This is not your password.', { field: 'password' })

export const usernameTaken = () =>
  new Failure('username_taken', 'This username is already taken', { field: 'username' })

export const usernameReserved = () =>
  new Failure('username_reserved', 'This username is reserved and cannot be used', {
    field: 'username',
  })

export const emailTaken = () =>
  new Failure('email_taken', 'This email is already registered', { field: 'email' })

const invalidToken =
  (message: string, field = 'token') =>
  () =>
    new Failure('invalid_token', message, { field })

export const invalidResetLink = invalidToken('The password reset link is invalid or has expired')

export const registrationClosed = (registration: 'invite' | 'closed') =>
  new Failure('registration_closed', registrationTexts[registration])

export const invalidInvitation = invalidToken(
  'This invitation was used or has expired. Ask for a new one.',
  'invitation',
)

export const invalidConfirmLink = invalidToken(
  'Part of it may be missing, or the account was deleted or has another address by now.',
)

export const expiredConfirmLink = invalidToken(
  'It is older than 7 days. A new one can be sent from your settings.',
)

export const invalidProfileLink = () =>
  new Failure('invalid_profile_link', invalidProfileLinkMessage, { field: 'spotify_profile_url' })

/** `wait` in milliseconds. */
export const confirmationRecentlySent = (wait: number) =>
  new Failure(
    'confirmation_recently_sent',
    'A confirmation email was requested a short while ago. Please look for it, and ask again after an hour.',
    { retryAfter: wait / 1000 },
  )

export const invalidImage = () =>
  new Failure('invalid_image', 'Invalid file type', { field: 'avatar' })

export const fileTooLarge = () => new Failure('too_large', 'File too large', { field: 'avatar' })
