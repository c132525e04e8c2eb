import { createSecretKey, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { enqueueRecipients } from '../src/delivery/enqueue-recipients.ts'
import { createLink } from '../src/mail/links/one-time-links.ts'
import { enqueueMail } from '../src/mail/mails.queries.ts'
import { emailConfirmation } from '../src/members/mailed-links.ts'
import { readConfig } from '../src/platform/config/config.ts'
import type { Database, OpenDatabase } from '../src/platform/database.ts'
import { openLog } from '../src/platform/log/log.ts'
import { createDrop } from './processes/worker-processes.ts'

/** One kind for each way in which a mail comes to be sent. */
export const eachMail = ['drop', 'weekly-mail', 'confirm-email'] as const
type EachMail = (typeof eachMail)[number]

/** Adds `count` mails to as many people, which are due after `aheadMs`. */
export async function addMails(
  database: OpenDatabase,
  kind: EachMail,
  count: number,
  aheadMs: number,
) {
  const { db } = database
  const clock = { now: () => new Date(Date.now() + aheadMs) }
  if (kind === 'confirm-email') return addConfirmations(db, count)
  const dropId = await createDrop(database, count, `${kind}-star`)
  if (kind === 'drop') return
  await db.updateTable('follower_registry').set({ digest_time_zone: 'UTC' }).execute()
  const linkKey = createSecretKey(randomBytes(32))
  const config = readConfig({})
  const context = { db, clock, config, linkKey, log: openLog('silent'), notifySender() {} }
  await enqueueRecipients(context, dropId, new AbortController().signal)
}

async function addConfirmations(db: Database, count: number) {
  const requestedAt = new Date()
  for (let n = 0; n < count; n++)
    await db.transaction().execute(async trx => {
      const { id } = await trx
        .insertInto('users')
        .values({ username: `asker-${n}`, password: '', email: `asker-${n}@mail.test` })
        .returning('id')
        .executeTakeFirstOrThrow()
      const confirmationId = await createLink(trx, emailConfirmation, id, requestedAt)
      const mail = { subjectId: id, data: { confirmationId }, requestedAt }
      await enqueueMail(trx, 'confirm-email', mail)
    })
}

/** How many mails, drops in weekly mails included, have each state. */
export async function statesOfMails(db: Database): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*) as count from (
      select status from drop_notifications
      union all select status from mails where kind <> 'weekly-mail'
    ) mails group by 1`.execute(db)
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}
