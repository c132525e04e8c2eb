// @module-tag resilience
import { spawnSync } from 'node:child_process'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { seedStatements } from '../../../bench/seed-statements.ts'
import { startMailbox } from '../../../tests/mailbox.ts'
import { radrFile } from '../../../tests/processes/process-files.ts'
import { commandEnvironment, runCommand } from '../../../tests/processes/run-command.ts'
import {
  createDrop,
  outputOf,
  spawnWorker,
  stopWorker,
} from '../../../tests/processes/worker-processes.ts'
import { createEmptyDatabase, makeDataDir, onPostgres } from '../../../tests/test-database.ts'
import { controlMail } from '../../mail/pausing/mail-controls.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { openPostgres } from '../../platform/database/postgres.ts'
import type { OpenDatabase } from '../../platform/database.ts'

const members = 100
const followers = 100

test.runIf(onPostgres)(
  'The dump of an embedded database fills a PostgreSQL with everything or nothing, and each mail is sent once',
  async () => {
    const { dataDir, remove } = await makeDataDir()
    onTestFinished(remove)
    const target = await createEmptyDatabase()
    onTestFinished(target.drop)
    const mailbox = await startMailbox()
    onTestFinished(mailbox.close)

    const openSource = () => openDatabase({ databaseUrl: undefined, dataDir })
    const source = await openSource()
    await source.db.transaction().execute(async trx => {
      for (const [, statements] of seedStatements(members, 'hash'))
        for (const statement of statements) await sql.raw(statement).execute(trx)
    })
    await sql`insert into avatars values ('picture', '\\x00ff10'::bytea)`.execute(source.db)
    await sql`update drop_notifications set status = 'sent' where status <> 'sent'`.execute(
      source.db,
    )
    await createDrop(source, followers, 'mover')
    const dump = () => runCommand(['dump'], { DATA_DIR: dataDir })
    expect((await dump()).output).toMatch(/^Another process uses the embedded database/)
    await source.close()

    const toNobody = `'${process.execPath}' ${radrFile} dump | true`
    const env = commandEnvironment({ DATA_DIR: dataDir })
    expect(spawnSync('sh', ['-c', toNobody], { env }).stderr.toString()).toBe(
      'The program that takes the output has ended.\n',
    )
    const { code, stdout } = await dump()
    expect(code).toBe(0)
    // The dump has no parts that older releases do not know.
    expect(stdout).not.toMatch(/^(?:\\(?:un)?restrict|SET transaction_timeout)/m)
    const paused = await openSource()
    const flow = await paused.db.selectFrom('mail_flow').select('paused_at').execute()
    expect(flow).toEqual([{ paused_at: expect.any(Date) }])
    const before = await readEverything(paused)
    await paused.close()

    // The documented user owns the database and is no superuser, and must not be warned.
    const name = new URL(target.url).pathname.slice(1)
    const owner = `${name}_owner`
    const moved = await openPostgres(target.url)
    onTestFinished(moved.close)
    await sql
      .raw(`create role ${owner}; alter database ${name} owner to ${owner}`)
      .execute(moved.db)
    onTestFinished(async () => {
      await sql
        .raw(`reassign owned by ${owner} to current_user; drop role ${owner}`)
        .execute(moved.db)
    })
    const restore = (input: string) =>
      spawnSync('psql', ['-q', '-o', '/dev/null', target.url], {
        input,
        env: { ...process.env, PGOPTIONS: `-c role=${owner}` },
      })
    restore(stdout.slice(0, -200))
    expect(await readEverything(moved)).toEqual({})
    const restored = restore(stdout)
    expect(restored.stderr.toString()).toBe('')
    expect(restored.stdout.toString()).toMatch(/^Everything has arrived\./)
    expect(restore(stdout).status).toBe(3)

    const after = await readEverything(moved)
    expect(Object.keys(after)).toEqual(Object.keys(before))
    for (const [table, rows] of Object.entries(before)) expect(after[table], table).toEqual(rows)
    expect(before['public.users']?.length).toBeGreaterThan(members)
    expect(before['pgboss.job']?.join()).toContain('deliver-drop')
    // Triggers count, foreign keys hold, and ids continue.
    const { id } = await moved.db
      .insertInto('users')
      .values({ username: 'later', password: '', email: 'later@mail.test' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(before['public.users']?.some(row => String(row).startsWith(`(${id},`))).toBe(false)
    const counts = moved.db
      .selectFrom('follow_counts')
      .select('confirmed')
      .where('user_id', '=', id)
    expect(await counts.execute()).toEqual([{ confirmed: 0 }])
    await expect(
      sql`insert into tracks (user_id, spotify_track_id, spotify_track_url, rank)
        values (-1, 'x', 'x', 1)`.execute(moved.db),
    ).rejects.toThrow('foreign key')
    await controlMail(moved.db, 'resume', new Date())

    const settings = { SMTP_URL: mailbox.url, OUTSIDE_SERVICES: 'off' }
    const old = spawnWorker({ ...settings, DATA_DIR: dataDir, LOG_LEVEL: 'warn' }, 0, 'pipe')
    await expect.poll(outputOf(old)).toMatch(/paused[\s\S]* is at http/)
    await stopWorker(old, 'SIGTERM')
    expect(mailbox.mails).toEqual([])
    const worker = spawnWorker({ ...settings, DATABASE_URL: target.url })
    await mailbox.waitFor(followers)
    await stopWorker(worker, 'SIGTERM')
    expect(new Set(mailbox.mails.map(({ to }) => to[0])).size).toBe(followers)
    expect(mailbox.mails).toHaveLength(followers)
  },
)

/** Every row of every table as text. */
async function readEverything({ db }: OpenDatabase): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' order by 1`.execute(db)
  const contents: Record<string, string[]> = {}
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
