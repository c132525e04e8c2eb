import { expect, test } from 'vitest'
import { ApiError } from '../../../ui/api.ts'
import { followFailure } from './follow-result.ts'

test.each([
  ['already_following', 'Oops!', 'Looks like you already follow this Radr.', undefined],
  [
    'verification_recently_sent',
    'Verification email already sent',
    'One was sent within the last hour. Look in your inbox, or retry after 1 hour.',
    8000,
  ],
  [
    'member_hidden',
    'Not possible',
    'An administrator has hidden you, so you cannot follow anybody for now.',
    undefined,
  ],
  ['not_found', 'Error', 'Failed to follow. Please try again.', undefined],
] as const)('A follow that fails with %s says "%s"', (code, title, message, duration) => {
  const failure = followFailure(new ApiError('As the server says', { code }), 'Radr')
  expect([failure.title, failure.message, failure.duration]).toEqual([title, message, duration])
})
