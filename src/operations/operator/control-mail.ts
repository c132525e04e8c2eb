import { endRestored, findRestored, type RestoredMail } from '../../delivery/end-restored.ts'
import { controlMail, describeMail, type MailCommand } from '../../mail/pausing/mail-controls.ts'
import { SettingError } from '../../platform/config/config.ts'
import { pluralize } from '../../ui/text/format.ts'
import type { OperatorContext } from './change-member.ts'

type MailOperation = { command: MailCommand; skipUnfinished?: boolean | undefined }

/** Returns what the operator reads. Throws `SettingError`: nothing was changed. */
export async function performMail(
  { db, config, clock }: Pick<OperatorContext, 'db' | 'config' | 'clock'>,
  operation: MailOperation,
): Promise<string> {
  const sentences: string[] = []
  if (operation.command === 'resume' && operation.skipUnfinished) {
    const restored = await findRestored(db)
    if (!restored)
      throw new SettingError('Mail is not paused, so nothing is known to be from a backup.')
    if (restored.unenqueued > 0)
      throw new SettingError(
        `The recipients of ${pluralize(restored.unenqueued, 'drop')} are not known yet. Start the app, and repeat this after some minutes.`,
      )
    await endRestored(db, restored)
    sentences.push(`Ended without being sent: ${listRestored(restored)}.`)
  }
  await controlMail(db, operation.command, clock.now())
  if (operation.command === 'resume') sentences.unshift('Mail is resumed.')
  sentences.push(await describeMail(db, config))
  const waiting = await findRestored(db)
  if (operation.command === 'status' && waiting && isAny(waiting))
    sentences.push(
      `If this database was restored, these may have been sent since the backup: ${listRestored(waiting)}. \`mail resume\` sends them, \`mail resume --skip-unfinished\` ends them.`,
    )
  return sentences.join(' ')
}

const isAny = ({ drops, weekly, account, unenqueued }: RestoredMail) =>
  drops.length + weekly + account + unenqueued > 0

function listRestored(restored: RestoredMail): string {
  const { drops, weekly, account, unenqueued } = restored
  if (!isAny(restored)) return 'nothing'
  return [
    ...drops.map(
      ({ username, number, count }) => `${pluralize(count, 'mail')} of @${username} #${number}`,
    ),
    ...(unenqueued > 0
      ? [`${pluralize(unenqueued, 'drop')} whose recipients are not known yet`]
      : []),
    ...(weekly > 0 ? [pluralize(weekly, 'weekly mail')] : []),
    ...(account > 0 ? [pluralize(account, 'account mail')] : []),
  ].join(', ')
}
