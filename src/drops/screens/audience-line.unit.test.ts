import { expect, test } from 'vitest'
import { audienceLine } from './audience-line.ts'

test.each<[number | undefined, number | null, string, boolean?]>([
  [14, 14, 'To 14 people, by email.'],
  [
    16,
    14,
    'To 14 people, by email. 2 followers get no mail: it is off, or their address is not confirmed or does not work.',
  ],
  [
    15,
    14,
    'To at most 14 people, by email. 1 follower gets no mail: it is off, or their address is not confirmed or does not work.',
    true,
  ],
  [undefined, 14, 'To 14 people, by email.'],
  [1, 1, 'To 1 person, by email.'],
  [3, 0, 'Your followers see it in their feed; none of them gets mail.'],
  [0, 0, 'Nobody follows you yet: the drop waits on your page.'],
  [100_000, null, 'To 100,000 followers, by email to those who get mail.'],
  [undefined, null, 'To your followers who get mail.'],
])('Of %s followers %s get mail: %s', (followers, mails, line, mailsAtMost = false) => {
  expect(audienceLine(followers, { mails, mailsAtMost })).toBe(line)
})
