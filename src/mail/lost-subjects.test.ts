import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { drainQueue } from '../../tests/drain-queue.ts'
import { saveTracks } from '../../tests/drop-audience.ts'
import { deleteAccount, follow } from '../../tests/member-actions.ts'
import { type Member, openTestApp } from '../../tests/test-app.ts'
import { eraseAccount } from '../members/deletion/delete-account.ts'
import { accountParts } from '../operations/account-parts.ts'
import { countMailsWaiting, enqueueMail } from './mails.queries.ts'
import { type MailData, mails, type StoredKind, storedKinds } from './mails.ts'
import { controlMail } from './pausing/mail-controls.ts'

const app = await openTestApp()
const { context } = app
const errors = vi.spyOn(context.log, 'error')
beforeEach(() => errors.mockClear())

/** Leaves the account as it is until the job that removes the rows runs. */
async function deleteBeforeRemoval(_: Member, userId: number) {
  const queue = { send: async () => {} }
  await context.db
    .transaction()
    .execute(trx => eraseAccount({ queue, clock: context.clock, accountParts }, trx, userId))
}

const gone = 2_000_000_000
const data: MailData = {
  'confirm-email': { confirmationId: gone },
  'confirm-follow': {},
  'reset-password': { resetId: gone },
  'mail-stopped': {},
  'test-drop': { note: 'Hi' },
  'drop-reminder': { afterDrop: 0 },
  'weekly-mail': {},
}

test.each([
  ['is deleted', deleteBeforeRemoval],
  ['was removed with its rows', (member: Member) => deleteAccount(app, member)],
])(
  'Every mail that waits ends without an error or a mail when the account that it is about %s',
  async (_what, deleteAccount) => {
    const { db, clock } = context
    const [member, star] = [await app.member(), await app.member()]
    await saveTracks(member, 1)
    await follow(member, star)
    for (const kind of storedKinds) await drainQueue(app, kind)
    await controlMail(db, 'pause', clock.now())
    const subjects = await subjectsOf(member)
    const before = await countWaiting()
    for (const kind of storedKinds) await enqueue(kind, subjects)
    expect(await countWaiting()).toBe(before + storedKinds.length)

    app.mailbox.clear()
    await deleteAccount(member, subjects.user)
    await controlMail(db, 'resume', clock.now())
    for (const kind of storedKinds) await drainQueue(app, kind)
    expect(await countWaiting()).toBe(0)
    const ended = await sql`
      select kind, status, last_error from mails where status not in ('sent', 'skipped')`.execute(
      db,
    )
    expect(ended.rows).toEqual([])
    expect(errors.mock.calls).toEqual([])
    expect(app.mailbox.mails.map(({ to }) => to)).toEqual([])
  },
)

async function subjectsOf({ id: user }: Member) {
  const { follow, subscriber } = await context.db
    .selectFrom('recipients')
    .select(['follow_id as follow', 'subscriber_id as subscriber'])
    .where('user_id', '=', user)
    .executeTakeFirstOrThrow()
  return { user, follow, subscriber }
}

const enqueue = (kind: StoredKind, subjects: Record<'user' | 'follow' | 'subscriber', number>) => {
  const subjectId = subjects[mails[kind].about]
  const mail = { subjectId, data: data[kind], requestedAt: context.clock.now() }
  return context.db.transaction().execute(trx => enqueueMail<StoredKind>(trx, kind, mail))
}

const countWaiting = async () =>
  (await countMailsWaiting(context.db, 'account')) + (await countMailsWaiting(context.db, 'weekly'))
