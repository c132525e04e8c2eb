import { bounceKind, enhancedCodeIn, isVague, remoteReply } from './bounce-kind.ts'
import { parseFieldGroups } from './parse-field-groups.ts'
import type { Verdict } from './verdict.ts'

/** A mail of ours has one recipient; further ones are those it was forwarded to. */
const maxRecipients = 100

/** Without recipients whose mail is only delayed. `prose` describes the session and often the reason. */
export function parseStatusFields(text: string, prose: string): Verdict[] {
  return parseFieldGroups(text)
    .slice(0, maxRecipients)
    .flatMap(fields => parseRecipient(fields, prose) ?? [])
}

function parseRecipient(fields: Map<string, string>, prose: string): Verdict | null {
  const recipients = recipientIn(fields)
  const action = fields.get('action')?.toLowerCase().trim()
  if (action === 'delivered') return { kind: 'delivered', text: 'delivered', recipients }
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
  return { kind, status, text: reply, recipients }
}

function recipientIn(fields: Map<string, string>): string[] {
  const value = fields.get('final-recipient') ?? fields.get('original-recipient') ?? ''
  const address = value.replace(/^[\w-]+\s*;/, '').replace(/[<>\s]/g, '')
  return address.includes('@') ? [address] : []
}
