import { expect, test } from 'vitest'
import { invalidAddress } from '../mail/composing/mime.ts'
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
  [
    '4.6.5 The mail could not be put together.',
    'The mail could not be put together. Whoever runs this site finds the reason in its log.',
  ],
])('The owner of a drop reads why a mail was refused: %s', (error, reason) => {
  expect(reasonOf(error)).toBe(reason)
})

test('The owner reads that an address takes no mail, where no server was asked', () => {
  const { response } = invalidAddress
  expect(reasonOf(response)).toBe('This is not an address that mail can be sent to.')
})
