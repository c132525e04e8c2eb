import type { MimeMail } from './mime-parts.ts'
import { parseFields } from './parse-field-groups.ts'
import type { Verdict } from './verdict.ts'

/** Types that ask for no further mail. Others withdraw a complaint, or report a virus or a failed signature. */
const complaintTypes = ['abuse', 'fraud', 'opt-out', 'opt-out-list', 'miscategorized']

/**
 * Parses a feedback report (RFC 5965), or Hotmail's complaint, which contains the reported mail alone.
 * Null for any other mail.
 */
export function parseComplaint({ fields, parts }: MimeMail): Verdict[] | null {
  const feedback = parts.find(({ type }) => type === 'message/feedback-report')
  if (feedback) {
    const type = parseFields(feedback.text).get('feedback-type')?.toLowerCase() ?? ''
    return complaintTypes.includes(type) ? [{ kind: 'complaint', text: type }] : []
  }
  const isHotmail =
    /staff@hotmail\.com/i.test(fields.get('from') ?? '') &&
    /complaint about message/i.test(fields.get('subject') ?? '') &&
    parts.some(({ type }) => type === 'message/rfc822')
  return isHotmail ? [{ kind: 'complaint', text: 'abuse' }] : null
}
