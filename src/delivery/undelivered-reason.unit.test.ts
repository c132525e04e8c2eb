import { expect, test } from 'vitest'
import { undeliveredReason } from './undelivered-reason.ts'

const reasonOf = (error: string) =>
  undeliveredReason('failed', error, { isRetried: false, stoppedBy: null })

test.each([
  ['550 5.1.1 User unknown', 'The mailbox does not exist.'],
  ['550-5.1.1 User unknown', 'The mailbox does not exist.'],
  ['Remote host said: 550 5.1.1 User unknown', 'The mailbox does not exist.'],
  ['host mx.fans.test said: 552 Too much', 'The mailbox is full.'],
  [
    'The server said 451 4.7.1 Greylisted',
    'Their mail provider put it off for a whole day, so it was given up.',
  ],
  ['Remote host said: 554 5.7.1 Refused', 'Their mail provider refused it by its own rules.'],
  ['550 mx 5.1.1.9 does not know [address]', 'Their mail provider refused it.'],
  ['No', 'Their mail provider refused it.'],
])('The owner of a drop reads why a mail was refused: %s', (error, reason) => {
  expect(reasonOf(error)).toBe(reason)
})
