import { recipientsIn, withoutComments } from './address-in.ts'
import { bounceKind, enhancedCodeIn, isVague, remoteReply } from './bounce-kind.ts'
import { parseFieldGroups } from './parse-field-groups.ts'
import { maxOfReport, type Verdict } from './verdict.ts'

type Fields = Map<string, string>

/** The groups of fields of a status notification (RFC 3464); empty for a text that says of nobody what became of the mail. */
export function statusGroupsIn(text: string): Fields[] {
  const groups = parseFieldGroups(text).slice(0, maxOfReport.recipients)
  return groups.some(fields => fields.has('action')) ? groups : []
}

/** Leaves out recipients whose mail is only delayed. `prose` describes the session and often the reason. */
export const parseStatusGroups = (groups: Fields[], prose: string): Verdict[] =>
  groups.flatMap(fields => parseRecipient(fields, prose) ?? [])

function parseRecipient(fields: Fields, prose: string): Verdict | null {
  const about = recipientsOf(fields)
  const action = withoutComments(fields.get('action')?.slice(0, 100) ?? '')
    .toLowerCase()
    .trim()
  if (action === 'delivered') return { kind: 'delivered', text: 'delivered', ...about }
  if (action !== 'failed' && action !== 'expired') return null
  const statusField = fields.get('status') ?? ''
  const fieldCode = enhancedCodeIn(statusField)
  if (fieldCode?.startsWith('2')) return null
  const reply = remoteReply((fields.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;/, ''))
  // Relays often set the Status field without regard to the code in the remote server's reply.
  const replyStatus = enhancedCodeIn(reply)
  const isOwnStatus = !isVague(replyStatus)
  const status = isOwnStatus ? replyStatus : (fieldCode ?? replyStatus)
  const session = `${statusField} ${prose}`
  const kind = bounceKind({ status, isOwnStatus, text: reply || prose, session })
  return { kind, status, text: reply, ...about }
}

function recipientsOf(fields: Fields) {
  return {
    recipients: recipientsIn(fields.get('final-recipient') ?? ''),
    originals: recipientsIn(fields.get('original-recipient') ?? ''),
  }
}
