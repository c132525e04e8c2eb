import { createHash } from 'node:crypto'
import { redact } from '../smtp/smtp-outcome.ts'
import { type MimeMail, parseMime } from './mime-parts.ts'
import { parseFields } from './parse-field-groups.ts'
import { parseProse } from './prose-bounce.ts'
import { parseStatusFields } from './status-fields.ts'
import type { MailEvent, Verdict } from './verdict.ts'

export type MailReport = {
  /** One for each recipient that the report distinguishes, the worst first. */
  events: (MailEvent & { status: string | null })[]
  original: OriginalMail
}

/** A status notification (RFC 3464), a feedback report (RFC 5965) or a bounce in prose; null for everything else. */
export function parseReport(raw: Uint8Array): MailReport | null {
  const mail = parseMime(raw)
  const verdicts = parseVerdicts(mail)
  if (verdicts.length === 0) return null
  const reportId = createHash('sha256')
    .update(mail.fields.get('message-id') ?? raw)
    .digest('base64url')
  const events = verdicts
    .toSorted((a, b) => severity.indexOf(a.kind) - severity.indexOf(b.kind))
    .map(({ kind, status = null, text, recipients = [] }) => ({
      ...{ kind, status, recipients, reportId },
      detail: shortened(status && !text.includes(status) ? `${status} ${text}` : text),
    }))
  return { events, original: parseOriginalMail(mail) }
}

function parseVerdicts(mail: MimeMail): Verdict[] {
  const complaint = parseComplaint(mail)
  if (complaint) return complaint
  const statusFields = mail.parts
    .filter(({ type }) => /^message\/(global-)?delivery-status$/.test(type))
    .map(({ text }) => text)
    .join('\n\n')
  const prose = proseIn(mail)
  const hasStatus = /^action:/im.test(statusFields)
  return hasStatus ? parseStatusFields(statusFields, prose) : parseProse(mail, prose)
}

const severity: MailEvent['kind'][] = ['complaint', 'hard', 'soft', 'delivered']

/** Cut before addresses are replaced, at a space, so that no half of one is left. */
function shortened(text: string) {
  const start = text.length > 600 ? text.slice(0, 600).replace(/\S*$/, '') : text
  return redact(start, [])
}

/** Types that ask for no further mail. Others withdraw a complaint, or report a virus or a failed signature. */
const complaintTypes = ['abuse', 'fraud', 'opt-out', 'opt-out-list', 'miscategorized']

/** A feedback report (RFC 5965), or Hotmail's complaint, which contains the reported mail alone; null for any other mail. */
function parseComplaint({ fields, parts }: MimeMail): Verdict[] | null {
  const feedback = parts.find(({ type }) => type === 'message/feedback-report')
  if (feedback) {
    const report = parseFields(feedback.text)
    const type = report.get('feedback-type')?.toLowerCase() ?? ''
    const recipient = report.get('original-rcpt-to')?.replace(/[<>\s]/g, '')
    const recipients = recipient ? [recipient] : []
    return complaintTypes.includes(type) ? [{ kind: 'complaint', text: type, recipients }] : []
  }
  const isHotmail =
    /staff@hotmail\.com/i.test(fields.get('from') ?? '') &&
    /complaint about message/i.test(fields.get('subject') ?? '') &&
    parts.some(({ type }) => type === 'message/rfc822')
  return isHotmail ? [{ kind: 'complaint', text: 'abuse' }] : null
}

type OriginalMail = { returnPaths: string[]; listUnsubscribe: string }

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
    ].flatMap(value => value?.replace(/[<>\s]/g, '') || []),
    listUnsubscribe: original.get('list-unsubscribe') ?? '',
  }
}

/** The human-readable part of a report, without the returned mail, which may follow in the same text. */
function proseIn(mail: MimeMail): string {
  return mail.parts
    .filter(({ type }) => /^(?:text\/plain|multipart\/.*)$/.test(type))
    .filter(({ fields }) => fields === mail.fields || !fields.has('received'))
    .slice(0, maxTexts)
    .map(({ text }) => text.slice(0, 20_000).split(startOfOriginal)[0])
    .join('\n\n')
}

const maxTexts = 5

const startOfOriginal =
  /^(?:(?:return-path|received|dkim-signature|x-received|message-id|mime-version|content-type)[ \t]*:|[^\w\n]*(?:original message|message headers follow|below this line|(?:this|below) is a copy|included is a copy|unsent message|returned message|the header of the original)).*$/im
