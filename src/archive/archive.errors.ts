import { Failure } from '../platform/errors.ts'

export const importNeedsConfirmedEmail = () =>
  new Failure(
    'email_not_confirmed',
    'Confirm your email address first: a link in our mail to you does that. Then you can import.',
  )

/** `reason` is the second half of the sentence. */
export const invalidArchive = (reason: string) =>
  new Failure('invalid_archive', `This file cannot be imported: ${reason}`, { field: 'file' })

export const listNotEmpty = (brand: string) =>
  new Failure(
    'list_not_empty',
    `Your ${brand} has tracks. Say whether those of the file replace them.`,
  )

export const hasDrops = () =>
  new Failure(
    'drops_exist',
    'You have drops already, so those of the file cannot be added. Import it into a new account.',
  )
