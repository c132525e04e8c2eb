// @module-tag resilience
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { findPostgres, startPostgres } from '../../../scripts/temporary-postgres.ts'
import { type Reply, startMailbox } from '../../../tests/mailbox.ts'
import { runCommand } from '../../../tests/processes/run-command.ts'
import { createDrop, spawnWorker, stopWorker } from '../../../tests/processes/worker-processes.ts'
import { createEmptyDatabase, onPostgres } from '../../../tests/test-database.ts'
import { countDeliveries } from '../../delivery/delivery.queries.ts'
import { openPostgres } from '../../platform/database/postgres.ts'
import { pluralize } from '../../ui/text/format.ts'

// FOLLOWERS=5000 and --reporter=verbose print the table of docs/operate.md.
const followers = Number(process.env.FOLLOWERS ?? 900)
const connections = 10

const commands = [
  { skips: false, command: ['mail', 'resume'] },
  { skips: true, command: ['mail', 'resume', '--skip-unfinished'] },
]
const backups = [
  { backup: 'a dump', openSource: openDumped },
  { backup: 'a base backup with its log', openSource: openArchived },
]

const cases = backups.flatMap(backup => commands.map(command => ({ ...backup, ...command })))

test.runIf(onPostgres).for(cases)(
  'After a restore of $backup from the middle of a drop the operator chooses who gets it: $command',
  { timeout: 300_000 },
  async ({ backup, openSource, skips, command }, { annotate }) => {
    const mailbox = await startMailbox()
    onTestFinished(mailbox.close)
    const received = () => mailbox.mails.map(({ to }) => to[0])
    const settings = { SMTP_URL: mailbox.url, OUTSIDE_SERVICES: 'off' }

    const source = await openSource()
    const lost = await openPostgres(source.url)
    const dropId = await createDrop(lost, followers)
    await lost.close()
    const backedUp = Promise.withResolvers<void>()
    const destroyed = Promise.withResolvers<void>()
    mailbox.behave({
      async body(): Promise<Reply> {
        if (mailbox.mails.length >= followers / 3) await backedUp.promise
        if (mailbox.mails.length >= (2 * followers) / 3) await destroyed.promise
        return 'accept'
      },
    })
    const destroyedWorker = spawnWorker({ ...settings, DATABASE_URL: source.url })
    await mailbox.waitFor(followers / 3)
    await source.backUp()
    backedUp.resolve()
    await mailbox.waitFor((2 * followers) / 3)
    await stopWorker(destroyedWorker, 'SIGKILL')
    destroyed.resolve()

    // The steps are those of docs/operate.md.
    const restoredUrl = await source.restore()
    const database = { ...settings, DATABASE_URL: restoredUrl }
    const radr = (...args: string[]) => runCommand(args, { ...database, DATA_DIR: '/nonexistent' })
    expect((await radr('mail', 'pause')).code).toBe(0)
    const worker = spawnWorker(database)
    onTestFinished(() => stopWorker(worker, 'SIGTERM'))
    const copied = await openPostgres(restoredUrl)
    onTestFinished(copied.close)
    const states = () => countDeliveries(copied.db, dropId)
    await expect.poll(states, { timeout: 30_000 }).toMatchObject({ audience: followers })
    const { sent } = await states()
    const unfinished = `${pluralize(followers - sent, 'mail')} of @star #1`
    expect((await radr('mail', 'status')).output).toContain(
      `these may have been sent since the backup: ${unfinished}.`,
    )
    const beforeRestore = new Set(received())
    const { output } = await radr(...command)
    expect(output).toContain('Mail is resumed.')
    expect(output.includes(`Ended without being sent: ${unfinished}.`)).toBe(skips)
    const rest = followers - sent
    await expect
      .poll(states, { timeout: 60_000 })
      .toMatchObject(
        skips ? { sent, skipped: rest, pending: 0, sending: 0 } : { sent: followers, skipped: 0 },
      )

    const missing = followers - new Set(received()).size
    const doubled = received().length - new Set(received()).size
    await annotate(
      `| ${backup} | \`${command.join(' ')}\` | ${sent} | ${beforeRestore.size} | ${doubled} | ${missing} |`,
    )
    if (skips) {
      expect(doubled).toBe(0)
      expect(missing).toBe(followers - beforeRestore.size)
    } else {
      expect(missing).toBe(0)
      expect(doubled).toBe(beforeRestore.size - sent)
    }
    expect(beforeRestore.size - sent).toBeGreaterThan(followers / 4 - connections)
  },
)

type Source = {
  url: string
  /** Makes the backup that `restore` brings back. */
  backUp(): Promise<void>
  /** Returns the URL of another database. */
  restore(): Promise<string>
}

async function openDumped(): Promise<Source> {
  const [lost, restored] = [await createEmptyDatabase(), await createEmptyDatabase()]
  for (const { drop } of [lost, restored]) onTestFinished(drop)
  return {
    url: lost.url,
    backUp: () => copy(lost.url, restored.url),
    restore: async () => restored.url,
  }
}

/** The base backup is older than the drop; the archived log leads to the moment. */
async function openArchived(): Promise<Source> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('PostgreSQL is not installed')
  onTestFinished(postgres.stop)
  await postgres.end('fast')
  const archive = 'mkdir -p ../archive && cp %p ../archive/%f'
  await postgres.start(['archive_mode=on', `archive_command=${archive}`])
  const base = await postgres.baseBackup()
  const ask = async <Row extends object>(text: string) => {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    const { rows } = await client.query<Row>(text)
    await client.end()
    return rows[0]
  }
  let moment = ''
  return {
    url: postgres.url,
    async backUp() {
      moment = (await ask<{ now: string }>('select clock_timestamp()::text as now'))?.now ?? ''
    },
    async restore() {
      const last = await ask<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
      const archived = `select from pg_stat_archiver where last_archived_wal >= '${last?.name}'`
      await expect.poll(() => ask(archived)).toBeDefined()
      await base.start([
        'restore_command=cp ../archive/%f %p',
        `recovery_target_time=${moment}`,
        'recovery_target_action=promote',
        // Nobody connects before it has ended its recovery.
        'hot_standby=off',
      ])
      return postgres.url.replace(`:${postgres.port}/`, `:${base.port}/`)
    },
  }
}

async function copy(from: string, to: string) {
  const bin = (await findPostgres()) ?? ''
  const { stdout } = await promisify(execFile)(
    join(bin, 'pg_dump'),
    ['--no-owner', '--dbname', from],
    { maxBuffer: 2 ** 28 },
  )
  const restoring = promisify(execFile)(join(bin, 'psql'), ['--quiet', '--output=/dev/null', to])
  restoring.child.stdin?.end(stdout)
  await restoring
}
