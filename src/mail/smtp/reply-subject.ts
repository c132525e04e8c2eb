import { bounceKind } from '../reports/bounce-kind.ts'

type Reply = {
  /** 400 to 599. */
  code: number
  /** The enhanced status code (RFC 3463), if there is one. */
  enhanced?: string | undefined
  text: string
  /** The SMTP command of the reply, such as `RCPT TO`. */
  command?: string | undefined
}

/**
 * What a refusal is about. `recipient`: this mailbox or this mail, and no other. `sender`: us, whoever the
 * recipient is: our login, address, quota, network or reputation. `unclassified`: could be either. Whether the mailbox is
 * gone for good is another question, which `bounceKind` answers by words of its own.
 */
export type ReplySubject = 'recipient' | 'sender' | 'unclassified'

export function replySubject({ code, enhanced = '', text, command }: Reply): ReplySubject {
  if (sessionCodes.has(code)) return 'sender'
  const isAboutSize = code === 552 || /^[45]\.3\.4$/.test(enhanced)
  if (command === 'MAIL FROM' && !isAboutSize) return 'sender'
  const content = withoutAddresses(text)
  if (code < 500 && greylisting.test(content)) return 'unclassified'
  const permanent = enhanced.replace(/^4/, '5')
  const rule = codeRules.find(({ codes }) => codes.test(permanent))
  if (rule) return rule.unless?.test(content) ? 'sender' : rule.subject
  if (restrictedRecipient.test(content) || aboutTheContent.test(content)) return 'unclassified'
  if (fullMailbox.test(content)) return ourQuota.test(content) ? 'sender' : 'recipient'
  if (aboutTheSender.some(pattern => pattern.test(content))) return 'sender'
  const kind = bounceKind({ status: enhanced || undefined, text: content, session: command ?? '' })
  return kind === 'hard' ? 'recipient' : 'unclassified'
}

/** Shutting down, bad sequence of commands, authentication or TLS required or failed. */
const sessionCodes = new Set([421, 503, 530, 534, 535, 538])

/** Addresses, hosts and links contain any words; long texts would make patterns slow. */
const withoutAddresses = (text: string) =>
  text
    .slice(0, 2_000)
    .toLowerCase()
    // RFC 5321: each line of a reply repeats the code.
    .replace(/\n\d{3}[ -](?:\d\.\d{1,3}\.\d{1,3} )?/g, ' ')
    .replace(/https?:\S+|[^\s<>]+@[^\s<>,;:]+/g, 'x')
    .replace(/\s+/g, ' ')

/** The first rule that matches decides. Codes of RFC 3463, and those that Google and Microsoft document. */
const codeRules: { codes: RegExp; subject: ReplySubject; unless?: RegExp }[] = [
  // Our address or domain.
  { codes: /^5\.1\.[78]$/, subject: 'sender' },
  // Unspecific: Postfix uses it for unknown senders.
  { codes: /^5\.1\.0$/, subject: 'recipient', unless: /sender|spf|not allowed to send/ },
  { codes: /^5\.1\.\d+$/, subject: 'recipient' },
  // Microsoft 365, when our account may not send, or not as this address.
  { codes: /^5\.2\.252$/, subject: 'sender' },
  { codes: /^5\.2\.\d+$/, subject: 'recipient', unless: /sendas|outboundspam/ },
  { codes: /^5\.3\.4$/, subject: 'recipient' },
  // Google: the daily limit of our account.
  { codes: /^5\.4\.5$/, subject: 'sender' },
  // Microsoft 365: the recipient takes mail from some senders only.
  { codes: /^5\.7\.1[23]\d$/, subject: 'unclassified' },
  // The mailbox has another owner now (RFC 7293).
  { codes: /^5\.7\.1[78]$/, subject: 'recipient' },
  // Authentication of the session (RFC 4954), of our domain (RFC 7372), our host and its rate.
  { codes: /^5\.7\.(?:[3589]|1[14]|2[0-9]|30|57|60|64)$/, subject: 'sender' },
  // Microsoft: a banned recipient, then banned senders, hosts and tenants.
  { codes: /^5\.7\.505$/, subject: 'recipient' },
  { codes: /^5\.7\.(?:5\d\d|6\d\d|7\d\d)$/, subject: 'sender' },
]

/** One recipient's own choice of senders, though the text speaks of a sender or of authentication. */
const restrictedRecipient =
  /resolver\.rst|restricted to|(?:by|in) (?:the )?(?:recipient|addressee)(?:'s)?\b|recipient'?s (?:own |personal )?(?:allow|accept|white|safe|block|polic)|to (?:send )?(?:mail )?to (?:this|the) (?:recipient|group|list|mailbox|user)/

const fullMailbox =
  /(?:mailbox|inbox|user|recipient|account)\b[^.;]{0,40} (?:is )?(?:full|over ?quota)|over quota|disk quota|quota exceeded \(mailbox/

/** Quotas of what an account sends in some time, which no mailbox has. */
const ourQuota =
  /\b(?:today|daily|hourly|monthly|per (?:hour|day|month)|sending (?:limit|quota|rate)|outgoing|outbound)\b/

/** Links in this one mail. */
const aboutTheContent =
  /\b(?:message|mail|body|content) contains?\b|\b(?:url|uri|link)s? (?:is|are|was|were|in|has|have)\b/

/** Defers who is new to the server, for whatever reason it gives. */
const greylisting = /gr[ea]y-?list|first contact|not yet (?:seen|known)/

/** Words in lower case and without addresses, from replies of Postfix, Exim, sendmail, qmail and mail providers. */
const aboutTheSender = [
  // Our address.
  /sender (?:e-?mail )?(?:address|domain|identity|signature|verif|verify|denied|reject|not|is not)/,
  /(?:unknown|invalid|unroutable|unauthenticated|unverified|banned|blocked) senders?\b/,
  /verification failed for|from address|mail from x|(?:email|domain|identit(?:y|ies))[^.;]{0,40} (?:not|un)[ -]?verified|failed the check in region/,
  // Our right to use this server.
  /relay(?:ing)? (?:access )?(?:is )?(?:denied|not|prohibited|restricted)|(?:not|no|unable to|cannot|insecure mail|mail) relay|allowed rcpthosts/,
  /authenticat(?:e|ion) (?:is )?(?:required|fail|first|needed)|(?:not|must be) authenticated|authentication (?:checks|information)|not authori[sz]ed to (?:send|perform|use)|not allowed to send|invalid credentials/,
  /(?:account|sending|service|user|domain)\b[^.;]{0,40} (?:suspended|paused|disabled for sending|under review|probation)/,
  // How much we send.
  /(?:sender|sending|daily|hourly|monthly|outgoing|outbound|smtp|relay|message|rate|recipients?)[a-z ]{0,30} (?:limit|quota)s?\b|(?:sending|outgoing|outbound) rate\b|over ?quota for today|(?:limit|quota)[a-z ]{0,30}(?:sending|per (?:day|hour))|exceeded your|throttl|frequency limited|too many (?:messages|mails|connections)|sending too/,
  // Our network and its reputation.
  /block(?:ed)? using|block ?list|black ?list|\b(?:dns|r|x)bl\b|spamhaus|barracuda|sorbs|reputation|(?:banned|blocked) (?:sending )?ip/,
  /(?:your|client|sending|source|remote) (?:ip|host|server|network|mta)\b|client \S+ (?:blocked|rejected)|reverse dns|\bptr\b|\bhelo\b|\behlo\b|no smtp service/,
  /\b(?:spf|dkim|dmarc)\b/,
]
