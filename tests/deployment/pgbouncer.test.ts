import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../scripts/temporary-postgres.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { openPostgres } from '../../src/platform/database/postgres.ts'
import { addFollowers, saveTracks } from '../drop-audience.ts'
import { type Mailbox, startMailbox } from '../mailbox.ts'
import { register } from '../member-actions.ts'
import { spawnWorker, stopWorker } from '../processes/worker-processes.ts'
import { newClient } from '../test-app.ts'
import { createEmptyDatabase, onPostgres } from '../test-database.ts'
import { startPgBouncer } from './pgbouncer.ts'

const followers = 50

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let pgBouncer: Awaited<ReturnType<typeof startPgBouncer>> = null
let mailbox: Mailbox
const processes: ChildProcess[] = []

beforeAll(async () => {
  if (!onPostgres) return
  mailbox = await startMailbox()
  database = await createEmptyDatabase()
  pgBouncer = await startPgBouncer(database.url)
})
afterAll(async () => {
  await Promise.all(processes.map(each => stopWorker(each, 'SIGTERM')))
  await pgBouncer?.stop()
  await database?.drop()
  await mailbox?.close()
})

test.runIf(onPostgres)(
  'Behind PgBouncer in transaction mode the app migrates, serves and delivers',
  async context => {
    if (!pgBouncer) return context.skip('PgBouncer is not installed')
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const settings = {
      DATABASE_URL: pgBouncer.url,
      SMTP_URL: mailbox.url,
      PUBLIC_URL: url,
      OUTSIDE_SERVICES: 'off',
    }
    processes.push(spawnWorker({ ...settings, ROLE: 'web', PORT: String(port) }))
    for (let workers = 0; workers < 2; workers++) processes.push(spawnWorker(settings))
    await expect
      .poll(async () => (await fetch(`${url}/healthz`).catch(() => null))?.status, {
        timeout: 120_000,
      })
      .toBe(200)

    const member = newClient(url)
    expect((await register(member, 'star')).status).toBe(201)
    await mailbox.waitFor(({ to }) => to[0] === 'star@mail.test')
    await saveTracks(member)
    const { db, close } = await openPostgres(database.url)
    await addFollowers({ context: { db, clock: systemClock } }, 'star', followers)
    await close()
    mailbox.clear()
    expect((await member.call('POST', '/api/drops', { note: 'Pooled' })).status).toBe(201)
    await mailbox.waitFor(followers)
    expect(new Set(mailbox.mails.map(({ to }) => to[0])).size).toBe(followers)
    const page = await (await fetch(`${url}/star/drops/1`)).text()
    expect(page).toContain('Pooled')
    expect(mailbox.mails.length).toBe(followers)
  },
)
