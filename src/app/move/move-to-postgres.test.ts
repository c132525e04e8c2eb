import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedStatements } from '../../../scripts/seed-statements.ts'
import { type Mailbox, startMailbox } from '../../../tests/mailbox.ts'
import { commandEnvironment } from '../../../tests/run-command.ts'
import { createEmptyDatabase, makeDataDir, onPostgres } from '../../../tests/test-database.ts'
import { createDrop, outputOf, spawnWorker, stopWorker } from '../../../tests/worker-processes.ts'
import { controlMail } from '../../mail/mail-controls.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { openPostgres } from '../../platform/database/postgres.ts'
import type { OpenDatabase } from '../../platform/database.ts'

const members = 100
const followers = 100
const timeout = 300_000

const { dataDir, remove } = await makeDataDir()
afterAll(remove)
let mailbox: Mailbox
let target: Awaited<ReturnType<typeof createEmptyDatabase>>

beforeAll(async () => {
  if (!onPostgres) return
  target = await createEmptyDatabase()
  mailbox = await startMailbox()
  const source = await openSource()
  await source.db.transaction().execute(async trx => {
    for (const [, statements] of seedStatements(members, 'hash'))
      for (const statement of statements) await sql.raw(statement).execute(trx)
  })
  await sql`insert into avatars values ('picture', '\\x00ff10'::bytea)`.execute(source.db)
  await sql`update drop_notifications set status = 'sent' where status <> 'sent'`.execute(source.db)
  await createDrop(source, followers, 'mover')
  await source.close()
}, timeout)
afterAll(async () => {
  if (!onPostgres) return
  await mailbox.close()
  await target.drop()
})

const openSource = () => openDatabase({ databaseUrl: undefined, dataDir })

/** The operator's command; `output` resolves to its exit code and all that it prints. */
function move(url = target.url): { child: ChildProcess; output: Promise<string> } {
  const env = commandEnvironment({ DATA_DIR: dataDir, DATABASE_URL: url })
  const child = spawn(process.execPath, ['scripts/radr.ts', 'move-to-postgres'], { env })
  const text = outputOf(child)
  return { child, output: once(child, 'close').then(([code]) => `${code}: ${text()}`.trim()) }
}

/** Kills the command when it is about to commit what it copied. */
async function killBeforeCommit() {
  const { hostname, port } = new URL(target.url)
  const proxy = createServer(client => {
    const server = connect(Number(port), hostname)
    let isCopied = false
    client.on('data', data => {
      const text = data.toString('latin1').toLowerCase()
      isCopied ||= text.includes('drop table unfinished_move')
      if (isCopied && text.includes('commit')) killed.child.kill('SIGKILL')
      else server.write(data)
    })
    server.pipe(client)
    for (const socket of [client, server]) socket.on('error', () => {})
    client.on('close', () => server.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(target.url)
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const killed = move(url.href)
  expect(await killed.output).not.toContain('were compared')
  proxy.close()
}

/** Every row of every table as text. Statistics of the queue and the schema's own tables are left out. */
async function readEverything({ db }: OpenDatabase): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'
      and table_name !~ '^(queue_stats|version|warning|bam|kysely_migration|job_common|mail_flow)'
    order by 1`.execute(db)
  const contents: Record<string, unknown[]> = {}
  await db.transaction().execute(async trx => {
    await sql`set local timezone to 'UTC'`.execute(trx)
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.table(name)} t order by 1`.execute(trx)
      contents[name] = rows.map(({ row }) => row).sort()
    }
  })
  return contents
}

test.runIf(onPostgres)(
  'The embedded database moves to PostgreSQL whole, also after a killed run, and each mail is sent once',
  { timeout },
  async () => {
    const source = await openSource()
    expect(await move().output).toMatch(/^1: Another process uses the embedded database/)
    const before = await readEverything(source)
    await source.close()

    const killed = move()
    await once(killed.child.stdout as NodeJS.EventEmitter, 'data')
    killed.child.kill('SIGKILL')
    expect(await killed.output).not.toContain('were compared')

    await killBeforeCommit()
    const paused = await openSource()
    const flow = await paused.db.selectFrom('mail_flow').select('paused_at').execute()
    expect(flow).toEqual([{ paused_at: expect.any(Date) }])
    await paused.close()

    expect(await move().output).toMatch(/^0: [\s\S]*radr_follows: (\d+) of \1 rows[\s\S]*compared/)
    expect(await move().output).toMatch(/^1: The database of DATABASE_URL is not empty/)

    const moved = await openPostgres(target.url)
    const after = await readEverything(moved)
    expect(Object.keys(after)).toEqual(Object.keys(before))
    for (const [table, rows] of Object.entries(before)) expect(after[table], table).toEqual(rows)
    expect(before['public.users']?.length).toBeGreaterThan(members)
    expect(before['pgboss.job']?.join()).toContain('deliver-drop')
    // Triggers count again, foreign keys hold, and ids continue.
    const { id } = await moved.db
      .insertInto('users')
      .values({ username: 'later', password: '', email: 'later@mail.test' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const counts = await moved.db
      .selectFrom('follow_counts')
      .select('confirmed')
      .where('user_id', '=', id)
      .execute()
    expect(counts).toEqual([{ confirmed: 0 }])
    expect(before['public.users']?.some(row => String(row).startsWith(`(${id},`))).toBe(false)
    await expect(
      sql`insert into tracks (user_id, spotify_track_id, spotify_track_url, rank)
        values (-1, 'x', 'x', 1)`.execute(moved.db),
    ).rejects.toThrow('foreign key')
    // The killed run had paused the source, and the pause is copied.
    await controlMail(moved.db, 'resume', new Date())
    await moved.close()

    const settings = { SMTP_URL: mailbox.url, OUTSIDE_SERVICES: 'off' }
    const old = spawnWorker({ ...settings, DATA_DIR: dataDir, LOG_LEVEL: 'warn' }, 0, 'pipe')
    await expect.poll(outputOf(old), { timeout: 60_000 }).toMatch(/paused[\s\S]* is at http/)
    await stopWorker(old, 'SIGTERM')
    expect(mailbox.mails).toEqual([])
    const worker = spawnWorker({ ...settings, DATABASE_URL: target.url })
    await mailbox.waitFor(followers)
    await stopWorker(worker, 'SIGTERM')
    expect(new Set(mailbox.mails.map(({ to }) => to[0])).size).toBe(followers)
    expect(mailbox.mails).toHaveLength(followers)
  },
)

test.runIf(onPostgres)(
  'Moving refuses a database with foreign tables or of another release, and changes nothing',
  { timeout },
  async () => {
    const used = await createEmptyDatabase()
    const { db, close } = await openPostgres(used.url)
    await sql`create table customers (id int)`.execute(db)
    expect(await move(used.url).output).toMatch(
      /^1: .* is not empty \(it has the table customers\)/,
    )
    await sql`drop table customers`.execute(db)
    const source = await openSource()
    await sql`insert into kysely_migration values ('9999-newer', '')`.execute(source.db)
    await source.close()
    expect(await move(used.url).output).toMatch(/^1: .*another release/)
    const { rows } = await sql`select from users`.execute(db)
    expect(rows).toEqual([])
    await close()
    await used.drop()
  },
)
