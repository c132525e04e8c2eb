import { addressesIn } from './address-in.ts'
import { headerText, isFromMailerDaemon, isFromPostmaster } from './automatic-mail.ts'
import { bounceKind, enhancedCodeIn, isVague, remoteReply } from './bounce-kind.ts'
import type { MimeMail } from './mime-parts.ts'
import { maxOfReport, type Verdict } from './verdict.ts'

/** Parses a bounce without a machine-readable part, such as qmail, Exim and Yahoo send. */
export function parseProse(mail: MimeMail, prose: string): Verdict[] {
  const content = `${headerText(mail.fields.get('subject'))}\n${prose}`
  const replies = repliesIn(prose).slice(0, maxOfReport.verdicts).map(parseReply)
  const isBounce =
    isFromMailerDaemon(mail) ||
    (isLikeMailSystem(mail) && (undelivered.test(content) || replies.some(isClear)))
  if (!isBounce || isAboutDelay(content)) return []
  const recipients = recipientsIn(mail, prose)
  // A bounce without a code only says that this mail was not delivered.
  const verdicts: Verdict[] = replies.length > 0 ? replies : [{ kind: 'soft', text: prose }]
  return verdicts.map(verdict => ({ ...verdict, recipients }))
}

/**
 * Automatic answers have an empty envelope sender too, some with the original attached, and people write as
 * postmaster, so the text has to say that the mail was not delivered.
 */
function isLikeMailSystem(mail: MimeMail): boolean {
  if (isFromPostmaster(mail)) return true
  const { fields, parts } = mail
  if (!emptySender.test(fields.get('return-path') ?? 'unknown')) return false
  return (
    parts.some(({ type }) => type === 'message/rfc822') ||
    /mailer.?daemon|mail delivery (?:sub)?system/i.test(fields.get('from') ?? '')
  )
}

const emptySender = /^(?:<\s*>)?$|^<(?:mailer-daemon|null)\b/i

/** Words of mail systems; numbers alone are phone numbers, too. */
const undelivered =
  /undeliver|not (?:be |been )?(?:deliver|sent\b)|deliver[a-z]* (?:has |have )?(?:fail|error|problem)|fail(?:ed|ure|s)? (?:to )?(?:deliver|notice)|return(?:ed|ing) (?:mail|message|to sender)|unzustellbar|nicht zugestellt|non (?:remis|distribu|consegnat)|no (?:se )?(?:pudo|ha podido) entregar/i

const isClear = ({ kind, status }: Verdict) => kind === 'hard' || status !== undefined

/** A code that begins with 4 does not distinguish: it may belong to the last attempt. */
const isAboutDelay = (content: string) => delayed.test(content) && !givenUp.test(content)

const delayed =
  /\bdelay(?:ed)?\b|still (?:trying|being)|keep trying|will (?:be )?(?:re)?tr(?:y|ied)|not yet|warning message/i
const givenUp = /permanent|giv(?:en|ing) up|not going to try/i

function recipientsIn({ fields }: MimeMail, prose: string): string[] {
  const failed = addressesIn(fields.get('x-failed-recipients') ?? '', maxOfReport.recipients)
  const named = prose.matchAll(addresses).take(maxOfReport.recipients)
  return [...failed, ...named.flatMap(([address]) => addressesIn(address, 1))]
    .filter(address => !/^(?:bounce\+|postmaster@|mailer-daemon@)/i.test(address))
    .slice(0, maxOfReport.recipients)
}

const addresses =
  /(?:"(?:\\.|[^"\\\n]){1,64}"|[^\s<>()[\]",;:@]{1,64})@[\p{L}\p{N}._-]{0,252}[\p{L}\p{N}]/gu

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
