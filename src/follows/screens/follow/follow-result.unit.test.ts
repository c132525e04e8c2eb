import { expect, test } from 'vitest'
import { ApiError } from '../../../ui/data/api.ts'
import { followFailure } from './follow-result.ts'

const sent = 'One was sent within the last hour. Look in your inbox, or retry after 1 hour.'

test.each([
  ['already_following', 'Oops!', 'As the server says', undefined],
  ['verification_recently_sent', 'Verification email already sent', sent, 8000],
  ['member_hidden', 'Not possible', 'As the server says', undefined],
  ['rate_limited', 'Error', 'Failed to follow. Please try again.', undefined],
  ['not_found', 'Error', 'Failed to follow. Please try again.', undefined],
] as const)('A follow that fails with %s says "%s"', (code, title, message, duration) => {
  const failure = followFailure(new ApiError('As the server says', { code }))
  expect([failure.title, failure.message, failure.duration]).toEqual([title, message, duration])
})
