import { createHash } from 'node:crypto'
import { redact } from '../smtp/smtp-outcome.ts'
import { parseComplaint } from './complaint.ts'
import { type MimeMail, parseMime } from './mime-parts.ts'
import { type OriginalMail, parseOriginalMail, proseIn } from './original-mail.ts'
import { parseProse } from './prose-bounce.ts'
import { parseStatusFields } from './status-fields.ts'
import type { MailEvent, Verdict } from './verdict.ts'

export type MailReport = {
  /** One for each recipient that the report distinguishes, the worst first. */
  events: (MailEvent & { status: string | null })[]
  original: OriginalMail
}

/**
 * What an incoming mail reports about one of ours: a delivery status notification (RFC 3464), a
 * feedback report (RFC 5965) or a bounce in prose. Null for everything else: automatic replies, delay
 * notifications, spam.
 */
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
