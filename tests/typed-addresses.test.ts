import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { purgeUnconfirmed } from '../src/follows/confirmation/purge-unconfirmed.job.ts'
import { purgeMails } from '../src/mail/purge-mails.job.ts'
import { purgeExpired } from '../src/members/purge-expired.job.ts'
import { purgeUnusedAccounts } from '../src/members/purge-unused-accounts.job.ts'
import { drainQueue } from './drain-queue.ts'
import { saveTracks } from './drop-audience.ts'
import { day, openTestApp, runJob } from './test-app.ts'

const app = await openTestApp({ RATE_LIMITS: 'on' })
const { db } = app.context

const follower = 'Some.One+music@typed.test'
const account = 'another.one@typed.test'
const password = 'correct horse'

async function purge() {
  for (const job of [purgeUnusedAccounts, purgeUnconfirmed, purgeExpired, purgeMails])
    await runJob(job, app.context, {})
}

/** Every row as text, except the secrets. */
async function dump(): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname in ('public', 'pgboss') and tablename <> 'secrets'`.execute(db)
  const rows: string[] = []
  for (const { schema, name } of tables) {
    const found = await sql<{ row: string }>`
      select dumped::text as row from ${sql.table(`${schema}.${name}`)} dumped`.execute(db)
    rows.push(...found.rows.map(({ row }) => row))
  }
  return rows
}

/** What somebody looks for who wants to know whether an address is in a dump. */
function tracesOf(address: string): string[] {
  const spellings = [address, address.toLowerCase(), address.toLowerCase().replace(/\+[^@]*/, '')]
  const hashes = ['md5', 'sha1', 'sha256', 'sha512'].flatMap(algorithm =>
    spellings.flatMap(spelling => {
      const hash = createHash(algorithm).update(spelling).digest()
      return [hash.toString('hex'), hash.toString('base64'), hash.toString('base64url')]
    }),
  )
  return [...spellings, ...hashes]
}

async function findTraces(): Promise<string[]> {
  const traces = [...tracesOf(follower), ...tracesOf(account)]
  return (await dump()).filter(row => traces.some(trace => row.includes(trace)))
}

const countMailboxes = async () =>
  (await sql`select from mailboxes where confirmed_at is null`.execute(db)).rows.length

test('Addresses that somebody typed and nobody confirmed can soon not be tested in a dump, and leave no trace after a year', async () => {
  const star = await app.member()
  await saveTracks(star)
  const before = await countMailboxes()
  const stranger = app.visitor()
  await stranger.call('POST', `/api/users/${star.username}/followers`, { email: follower })
  await stranger.call('POST', '/api/login', { email: follower, password })
  await stranger.call('POST', '/api/forgot-password', { email: account })
  await stranger.call('POST', '/api/register', { username: 'typed', email: account, password })
  await drainQueue(app, 'confirm-follow')
  await drainQueue(app, 'confirm-email')
  expect(app.mailbox.mails.flatMap(({ to }) => to)).toEqual(
    expect.arrayContaining([follower, account]),
  )
  // The rows that the product needs: the follow that waits for its confirmation, and the account.
  expect((await findTraces()).length).toBeGreaterThan(1)

  app.pass(181 * day)
  await purge()
  expect(await findTraces()).toEqual([])
  expect(await countMailboxes()).toBe(before + 2)

  app.pass(180 * day)
  await stranger.call('POST', `/api/users/${star.username}/followers`, { email: follower })
  await drainQueue(app, 'confirm-follow')
  app.pass(8 * day)
  await purge()
  expect(await findTraces()).toEqual([])
  // That of the address that was typed again.
  expect(await countMailboxes()).toBe(1)
})

test('A mailbox that somebody confirmed or stopped is remembered for good', async () => {
  await sql`truncate mailboxes cascade`.execute(db)
  await sql`insert into mailboxes (key, confirmed_at, stopped_at) values
    (mailbox_key('confirmed@typed.test'), now(), null),
    (mailbox_key('stopped@typed.test'), null, now()),
    (mailbox_key('neither@typed.test'), null, null)`.execute(db)
  app.pass(366 * day)
  await purge()
  const { rows } = await sql`
    select key = mailbox_key('confirmed@typed.test') as confirmed from mailboxes order by 1`.execute(
    db,
  )
  expect(rows).toEqual([{ confirmed: false }, { confirmed: true }])
})
