import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ReplySubject, replySubject } from './reply-subject.ts'

/** Replies that mail servers and providers send or document; names and addresses are invented. */
const replies: Record<ReplySubject, string[]> = {
  sender: [
    // Google
    '550 5.4.5 Daily user sending limit exceeded. For more information on Gmail sending limits go to x',
    '550-5.7.26 This mail has been blocked because the sender is unauthenticated.',
    '550-5.7.1 [192.0.2.1] Our system has detected an unusual rate of unsolicited mail originating from your IP address.',
    '550-5.7.25 [192.0.2.1] The IP address sending this message does not have a PTR record setup',
    '550 5.7.0 Mail relay denied [192.0.2.1]. Invalid credentials for relay',
    '550-5.7.1 likely suspicious due to the very low reputation of the sending domain',
    '550 5.7.1 Daily SMTP relay sending limit exceeded for customer',
    // Microsoft
    '550 5.7.606 Access denied, banned sending IP [192.0.2.1]. To request removal from this list please visit x',
    '550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP',
    '550 5.1.8 Access denied, bad outbound sender',
    '554 5.2.252 SendAsDenied; drops@radr.test not allowed to send as other@radr.test',
    '550 5.7.60 SMTP; Client does not have permissions to send as this sender',
    '554 5.2.0 STOREDRV.Submission.Exception:OutboundSpamException; Failed to process message',
    '550 5.7.64 TenantAttribution; Relay Access Denied',
    // Postfix
    '553 5.7.1 <drops@radr.test>: Sender address rejected: not owned by user radr',
    '554 5.7.1 <fan@fans.test>: Relay access denied',
    '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org; x',
    '550 5.1.0 <drops@radr.test>: Sender address rejected: User unknown in virtual mailbox table',
    '450 4.1.8 <drops@radr.test>: Sender address rejected: Domain not found',
    '550 5.7.1 Client host rejected: cannot find your reverse hostname, [192.0.2.1]',
    // Exim, sendmail, qmail
    '550 relay not permitted',
    '550 Sender verify failed',
    '550-Verification failed for <drops@radr.test>',
    '550 5.7.1 <fan@fans.test>... Relaying denied. Proper authentication required.',
    "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    '550 Rejected because 192.0.2.1 is in a black list at zen.spamhaus.org',
    // Amazon SES and other providers
    '554 Message rejected: Email address is not verified. The following identities failed the check in region US-EAST-1: drops@radr.test',
    '454 Throttling failure: Maximum sending rate exceeded.',
    '454 Throttling failure: Daily message quota exceeded.',
    '554 Sending paused for this account. For more information, please check the inbox of the email address associated with your AWS account',
    '554 Access denied: User `x` is not authorized to perform `ses:SendRawEmail` on resource `y`',
    '550 Unauthenticated senders not allowed',
    '550 The from address does not match a verified Sender Identity. Mail cannot be sent until this error is resolved.',
    '550 You have exceeded your hourly sending quota',
    '550 5.1.0 192.0.2.1 is not allowed to send from <radr.test> per its SPF Record',
    '550 5.7.1 Your account is over quota for today',
    '550 Account over quota: daily sending limit exceeded',
    '450 4.7.1 Client host rejected: cannot find your hostname, [192.0.2.1]',
    '451 4.7.1 Sender quota exceeded',
    '451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation.',
    '421 4.7.0 Try again later, closing connection',
    '535 5.7.8 Username and Password not accepted',
  ],
  recipient: [
    '550 5.1.1 <fan@fans.test>: Recipient address rejected: User unknown in virtual mailbox table',
    '550-5.1.1 The email account that you tried to reach does not exist.',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient fan@fans.test not found by SMTP address lookup',
    '550 5.2.1 The email account that you tried to reach is disabled.',
    '552 5.2.2 The email account that you tried to reach is over quota.',
    '554 5.2.2 mailbox full',
    '550 5.1.2 Host unknown',
    '552 5.3.4 Message size exceeds fixed limit',
    '550 5.4.1 Recipient address rejected: Access denied.',
    '550 5.5.0 Requested action not taken: mailbox unavailable',
    '550 <fan@fans.test>: No such user here',
    '550 unknown user',
    '552 Mailbox is full',
    '552 Account is over quota',
    '452 4.2.2 The email account that you tried to reach is over quota.',
  ],
  unclassified: [
    '554 Transaction failed',
    '550 Administrative prohibition',
    '550 5.7.1 Message rejected as spam by Content Filtering.',
    '550 5.7.1 Delivery not authorized, message refused',
    '550 5.7.134 RESOLVER.RST.SenderNotAuthenticatedForMailbox; authentication required; Delivery restriction check failed because the sender was not authenticated when sending to this mailbox',
    '550 5.7.1 RESOLVER.RST.AuthRequired; authentication required',
    '550 5.7.1 Sender is blocked by the recipient',
    '550 5.0.0 Not today',
    '451 4.7.1 Greylisting in action, please come back later',
    '450 4.7.1 <fan@fans.test>: Recipient address rejected: Greylisted',
    '451 4.7.1 Client host [192.0.2.1] greylisted, sender domain not yet known',
    '554 5.7.1 Message rejected: URL is blacklisted by URIBL',
    '550 5.7.1 Message contains a link to a domain with poor reputation',
    '451 4.3.0 Temporary lookup failure',
  ],
}

const parse = (text: string) => ({
  command: 'RCPT TO',
  code: Number(text.slice(0, 3)),
  enhanced: /^\d{3}[ -]([45]\.\d{1,3}\.\d{1,3})\b|\(#(5\.\d\.\d)\)$/
    .exec(text)
    ?.slice(1)
    .find(Boolean),
  text,
})

const cases = Object.entries(replies).flatMap(([subject, texts]) =>
  texts.map(text => [text, subject] as const),
)

test.each(cases)('"%s" is about: %s', (text, subject) => {
  expect(replySubject(parse(text))).toBe(subject)
})

test('Every refusal of our address is about us, unless the mail is too large', () => {
  const command = 'MAIL FROM'
  expect(replySubject({ code: 550, text: '550 5.1.1 no', enhanced: '5.1.1', command })).toBe(
    'sender',
  )
  expect(replySubject({ code: 552, text: '552 5.3.4 size', enhanced: '5.3.4', command })).toBe(
    'recipient',
  )
})

const word = fc.constantFrom(
  'sender',
  'relay',
  'blocked',
  'quota',
  'spf',
  'helo',
  'user',
  'unknown',
)
const address = fc.tuple(word, word).map(([name, host]) => `${name}@${host}.test`)

test('What stands in an address changes nothing', () => {
  fc.assert(
    fc.property(address, fc.constantFrom(...cases), (to, [text, subject]) => {
      const other = text.replaceAll('fan@fans.test', to).replaceAll('drops@radr.test', to)
      expect(replySubject(parse(other))).toBe(subject)
    }),
  )
})

const mailboxCode = fc.oneof(
  fc.constantFrom(1, 2, 3, 4, 5, 6, 9, 10, 351).map(n => `5.1.${n}`),
  fc.integer({ min: 1, max: 4 }).map(n => `5.2.${n}`),
)

test('A code about a mailbox is about the recipient, whatever the text says', () => {
  fc.assert(
    fc.property(mailboxCode, fc.array(word), (enhanced, words) => {
      const text = `550 ${enhanced} ${words.join(' ')}`
      expect(replySubject({ code: 550, enhanced, text })).toBe('recipient')
    }),
  )
})
