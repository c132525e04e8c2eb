import type { MailContext, MailDefinition } from '../define-mail.ts'
import { forgetMails } from '../mailboxes/mailboxes.queries.ts'
import { suppressHard } from '../mailboxes/suppression.ts'
import { claimMails, type StoredMail, updateMails } from '../mails.queries.ts'
import { kindsOf, type MailGroup, type StoredKind } from '../mails.ts'
import { bounceKind } from '../reports/bounce-kind.ts'
import type { Ledger } from './ledger.ts'

/**
 * The rows of the table `mails` whose kinds are in a group. No email is checked for a suppression here: using the
 * link in most `account` mails ends the suppression, and `delivery_decision` skips the deliveries in a weekly mail.
 */
export function createMailLedger(
  context: MailContext,
  group: MailGroup,
  definitions: readonly MailDefinition[],
): Ledger<StoredMail> {
  const { db, clock, log } = context
  const kinds = kindsOf(group)
  const definitionOf = (kind: StoredKind) => {
    const definition = definitions.find(definition => definition.kind === kind)
    if (!definition) throw new Error(`No mail of the kind ${kind} is defined`)
    return definition
  }
  const composers = new Map(kinds.map(kind => [kind, definitionOf(kind).createComposer(context)]))
  return {
    table: 'mails',
    hasPriority: group === 'account',
    claim: (sender, limit, now, excludeIds) =>
      claimMails(db, kinds, { sender, limit, now, excludeIds }),
    write(sender, { outcomes, next }, now) {
      const updates = [...outcomes, ...next.map(toSending)]
      return db.transaction().execute(async trx => {
        const written = await updateMails(trx, sender, updates, now)
        for (const [kind, some] of Map.groupBy(written, mail => mail.kind))
          await definitionOf(kind).written?.(trx, some, now)
        // They may be requested again at once. An `unknown` one may have arrived, so it counts.
        const unsent = written.filter(({ status }) => status === 'failed' || status === 'skipped')
        if (unsent.length > 0) await forgetMails(trx, unsent)
        const sending = new Set(
          written.filter(({ status }) => status === 'sending').map(({ id }) => id),
        )
        return next.filter(({ id }) => sending.has(id))
      })
    },
    compose: async mail => composers.get(mail.kind)?.(mail) ?? null,
    async settle(mail, address, outcome, { status }) {
      if (status !== 'failed') return
      const { kind } = mail
      const { recordRefusal } = definitionOf(kind)
      // The transport logs what the server said, once a minute.
      log.info({ mail: kind }, 'a mail could not be delivered')
      try {
        if (recordRefusal) await recordRefusal(context, mail, address, outcome)
        else if (
          outcome.kind === 'rejected' &&
          bounceKind({ status: outcome.enhanced, text: outcome.response }) === 'hard'
        )
          await suppressHard(db, address, outcome.response, clock.now())
      } catch (error) {
        log.error({ err: error }, 'a rejection could not be recorded')
      }
    },
  }
}

const toSending = ({ id, attempts }: StoredMail) => ({
  id,
  status: 'sending' as const,
  attempts,
  next_attempt_at: null,
  last_error: null,
})
