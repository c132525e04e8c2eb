import { bounceKind, enhancedCodeIn, isVague, remoteReply } from './bounce-kind.ts'
import type { MimeMail } from './mime-parts.ts'
import type { Verdict } from './verdict.ts'

/** Parses a bounce without a machine-readable part, such as qmail, Exim and Yahoo send. */
export function parseProse(mail: MimeMail, prose: string): Verdict[] {
  if (!isFromMailSystem(mail) || isAboutDelay(mail, prose)) return []
  const recipients = recipientsIn(mail, prose)
  const replies = repliesIn(prose).map(parseReply)
  // Without a code only the fact that this mail was not delivered is known.
  const verdicts: Verdict[] = replies.length > 0 ? replies : [{ kind: 'soft', text: prose }]
  return verdicts.map(verdict => ({ ...verdict, recipients }))
}

/** An empty envelope sender is not enough: automatic replies have one too, but do not return the mail. */
function isFromMailSystem({ fields, parts }: MimeMail): boolean {
  if (fields.has('x-failed-recipients')) return true
  if (mailSystem.test(fields.get('from') ?? '')) return true
  const isBounce = emptySender.test(fields.get('return-path') ?? 'unknown')
  return isBounce && parts.some(({ type }) => type === 'message/rfc822')
}

const mailSystem = /mailer.?daemon|post.?master|mail delivery (?:sub)?system/i
const emptySender = /^(?:<\s*>)?$|^<(?:mailer-daemon|null)\b/i

/** A code that begins with 4 does not distinguish: it may belong to the last attempt. */
function isAboutDelay({ fields }: MimeMail, prose: string): boolean {
  const content = `${fields.get('subject')}\n${prose}`
  return delayed.test(content) && !givenUp.test(content)
}

const delayed =
  /\bdelay(?:ed)?\b|still (?:trying|being)|keep trying|will (?:be )?(?:re)?tr(?:y|ied)|not yet|warning message/i
const givenUp = /permanent|giv(?:en|ing) up|not going to try/i

function recipientsIn({ fields }: MimeMail, prose: string): string[] {
  const text = `${fields.get('x-failed-recipients')} ${prose}`
  const addresses = text.match(/[^\s<>()[\]",;:]{1,64}@[\w.-]+\w/g) ?? []
  return addresses.filter(address => !/^(?:bounce\+|postmaster@|mailer-daemon@)/i.test(address))
}

function repliesIn(prose: string): string[] {
  const remoteLines = prose.split('\n').filter(line => /^\s*<<< /.test(line))
  const candidates = remoteLines.length > 0 ? remoteLines : prose.split(/\n[ \t]*\n/)
  return candidates.filter(text => enhancedCodeIn(text) || replyCode.test(text))
}

/** The last is a code of Exchange 5.5. */
const replyCode = /(?:^|[\s:;>("'])[45][0-5]\d(?=[ -]+\S)|\(000c05a6\)/im

function parseReply(paragraph: string): Verdict {
  const text = remoteReply(paragraph)
  const status = enhancedCodeIn(text)
  return { kind: bounceKind({ status: isVague(status) ? undefined : status, text }), status, text }
}
