import { expect, test } from 'vitest'
import { audienceLine } from './audience-line.ts'

test.each<[number | undefined, number | null, number, string, boolean?]>([
  [14, 14, 0, 'Goes to 14 people by email.'],
  [16, 14, 2, 'Goes to 14 people by email. 2 more find it in their feed.'],
  [15, 14, 1, 'Goes to at most 14 people by email. 1 more finds it in their feed.', true],
  // Followers without an account have no feed.
  [16, 14, 0, 'Goes to 14 people by email.'],
  [undefined, 14, 0, 'Goes to 14 people by email.'],
  [1, 1, 0, 'Goes to 1 person by email.'],
  [3, 0, 3, '3 people find it in their feed.'],
  [1, 0, 1, '1 person finds it in their feed.'],
  [3, 0, 0, 'It waits on your page, and you can send it to somebody.'],
  [0, 0, 0, 'Nobody follows you yet. It waits on your page, and you can send it to somebody.'],
  [100_000, null, 1_001, 'Goes to 100,000 followers, by email to those who get mail.'],
  [undefined, null, 0, 'Goes to your followers who get mail.'],
])(
  'Of %s followers %s get mail, and %s have a feed alone: %s',
  (followers, mails, feedOnly, line, mailsAtMost = false) => {
    expect(audienceLine(followers, { mails, mailsAtMost, feedOnly })).toBe(line)
  },
)
