import { createHash } from 'node:crypto'
import { mailboxOf } from '../../platform/text/email-address.shared.ts'
import { redact } from '../smtp/smtp-outcome.ts'
import { addressIn, recipientsIn } from './address-in.ts'
import { isAutomaticAnswer, isReadReceipt } from './automatic-mail.ts'
import { type MimeMail, parseMime } from './mime-parts.ts'
import { parseFields } from './parse-field-groups.ts'
import { proseIn } from './prose.ts'
import { parseProse } from './prose-bounce.ts'
import { parseStatusGroups, statusGroupsIn } from './status-fields.ts'
import { type MailEvent, maxOfReport, type Verdict } from './verdict.ts'

export type MailReport = {
  /** One for each recipient that the report distinguishes, the worst first, within `maxOfReport`. */
  events: (MailEvent & { status: string | null })[]
  original: OriginalMail
}

/** A status notification (RFC 3464), a feedback report (RFC 5965) or a bounce in prose; null for everything else. */
export function parseReport(raw: Uint8Array, mail = parseMime(raw)): MailReport | null {
  const verdicts = parseVerdicts(mail)
  if (verdicts.length === 0) return null
  const reportId = createHash('sha256')
    .update(mail.fields.get('message-id') ?? raw)
    .digest('base64url')
  const events = verdicts
    .toSorted((a, b) => severity.indexOf(a.kind) - severity.indexOf(b.kind))
    .slice(0, maxOfReport.verdicts)
    .map(({ kind, status = null, text, recipients = [], originals = [] }) => ({
      ...{ kind, status, reportId },
      recipients: mailboxesOf(recipients),
      originals: mailboxesOf(originals),
      detail: shortened(status && !text.includes(status) ? `${status} ${text}` : text, [
        ...recipients,
        ...originals,
      ]),
    }))
  return { events, original: parseOriginalMail(mail) }
}

const mailboxesOf = (addresses: string[]) => [...new Set(addresses.map(mailboxOf))]

/** What is automatic and no report is ignored before its text is looked at, whoever sends it. */
function parseVerdicts(mail: MimeMail): Verdict[] {
  if (isReadReceipt(mail)) return []
  const complaint = parseComplaint(mail)
  if (complaint) return complaint
  const statusFields = mail.parts
    .filter(({ type }) => /^message\/(global-)?delivery-status$/.test(type))
    .map(({ text }) => text)
    .join('\n\n')
  const groups = statusGroupsIn(statusFields)
  if (groups.length > 0) return parseStatusGroups(groups, proseIn(mail))
  return isAutomaticAnswer(mail) ? [] : parseProse(mail, proseIn(mail))
}

const severity: MailEvent['kind'][] = ['complaint', 'hard', 'soft', 'delivered']

/** Cut before addresses are replaced, at a space, so that no half of one is left. */
function shortened(text: string, recipients: string[]) {
  const start = text.length > 600 ? text.slice(0, 600).replace(/\S*$/, '') : text
  const words = start.toLowerCase()
  return recipients
    .filter(address => words.includes(address.replace(/[+@].*$/, '').toLowerCase()))
    .reduce((detail, address) => redact(detail, [], address), redact(start, []))
}

/** Types that ask for no further mail. Others withdraw a complaint, or report a virus or a failed signature. */
const complaintTypes = ['abuse', 'fraud', 'opt-out', 'opt-out-list', 'miscategorized']

/** A feedback report (RFC 5965), or Hotmail's complaint, which contains the reported mail alone; null for any other mail. */
function parseComplaint({ fields, parts }: MimeMail): Verdict[] | null {
  const feedback = parts.find(({ type }) => type === 'message/feedback-report')
  if (feedback) {
    const report = parseFields(feedback.text)
    const type = report.get('feedback-type')?.toLowerCase() ?? ''
    const recipients = recipientsIn(report.get('original-rcpt-to') ?? '')
    return complaintTypes.includes(type) ? [{ kind: 'complaint', text: type, recipients }] : []
  }
  const isHotmail =
    /staff@hotmail\.com/i.test(fields.get('from') ?? '') &&
    /complaint about message/i.test(fields.get('subject') ?? '') &&
    parts.some(({ type }) => type === 'message/rfc822')
  return isHotmail ? [{ kind: 'complaint', text: 'abuse' }] : null
}

/** RFC 5322: a line has at most 998 characters. */
const maxFieldLength = 998

type OriginalMail = {
  returnPaths: string[]
  listUnsubscribe: string
  /** The recipient of the returned mail, if it is attached. */
  recipient: string | null
}

function parseOriginalMail({ parts }: MimeMail): OriginalMail {
  const fieldsOf = (type: RegExp) =>
    parseFields(parts.find(part => type.test(part.type))?.text ?? '')
  const feedback = fieldsOf(/^message\/feedback-report$/)
  const original = fieldsOf(/^(message\/(global|rfc822)(-headers)?|text\/rfc822-headers)$/)
  return {
    returnPaths: [
      feedback.get('original-mail-from'),
      feedback.get('return-path'),
      original.get('return-path'),
    ].flatMap(value => value?.slice(0, maxFieldLength).replace(/[<>\s]/g, '') || []),
    listUnsubscribe: original.get('list-unsubscribe')?.slice(0, maxFieldLength) ?? '',
    recipient: addressIn(original.get('to') ?? ''),
  }
}
