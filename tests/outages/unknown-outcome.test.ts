// @module-tag resilience
import type { ChildProcess } from 'node:child_process'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startPostgres } from '../../scripts/temporary-postgres.ts'
import { saveTracks } from '../drop-audience.ts'
import { register } from '../member-actions.ts'
import { startServer, stopWorker } from '../processes/worker-processes.ts'
import { newClient } from '../test-app.ts'
import { onPostgres } from '../test-database.ts'

// A server of its own, because the setting is that of the whole server.
const postgres = onPostgres ? await startPostgres() : null
const processes: ChildProcess[] = []
afterAll(async () => {
  await Promise.all(processes.map(each => stopWorker(each, 'SIGKILL')))
  await postgres?.stop()
})

const metricsToken = 'a-token-of-the-operator'

async function startWeb(url: string) {
  const web = await startServer({ DATABASE_URL: url, ROLE: 'web', METRICS_TOKEN: metricsToken })
  processes.push(web.server)
  return web
}

test.runIf(onPostgres)(
  'While a synchronous replica is away log and metrics say so, and a drop and an import that were saved although they were answered 503 are not made twice',
  async () => {
    if (!postgres) throw new Error('PostgreSQL is not installed')
    const administrator = new pg.Client({ connectionString: postgres.url })
    await administrator.connect()
    const require = async (replica: string) => {
      await administrator.query(`alter system set synchronous_standby_names = '${replica}'`)
      await administrator.query('select pg_reload_conf()')
    }
    const { url, output } = await startWeb(postgres.url)
    const member = newClient(url)
    expect((await register(member, 'star')).status).toBe(201)
    await saveTracks(member)

    await require('away')
    const unanswered = await member.call<{ message: string }>('POST', '/api/drops', {})
    expect(unanswered.status).toBe(503)
    expect(unanswered.body.message).toContain('Look before you send it again.')
    await expect.poll(output).toContain('commits wait for a synchronous replica')
    const headers = { authorization: `Bearer ${metricsToken}` }
    const metrics = await (await fetch(`${url}/metrics`, { headers })).text()
    const seconds = /^radr_commit_waiting_seconds (\S+)$/m.exec(metrics)?.[1]
    expect(Number(seconds)).toBeGreaterThan(5)
    // A start reads, and so does not wait.
    await startWeb(postgres.url)

    await require('')
    const repeated = await member.call('POST', '/api/drops', {})
    expect([400, 409, 429]).toContain(repeated.status)
    const { rows } = await administrator.query('select count(*)::int as drops from drops')
    expect(rows).toEqual([{ drops: 1 }])

    const { response } = await member.call('GET', '/api/user/archive')
    const archive = new Blob([await response.arrayBuffer()], { type: 'application/zip' })
    const heir = newClient(url)
    expect((await register(heir, 'heir')).status).toBe(201)
    await administrator.query('update users set email_confirmed_at = now()')
    await require('away')
    expect((await heir.call('POST', '/api/user/archive', archive)).status).toBe(503)
    await require('')
    expect((await heir.call('POST', '/api/user/archive', archive)).status).toBe(409)
    const { rows: imported } = await administrator.query(
      `select count(*)::int as drops from drops join users on users.id = user_id where username = 'heir'`,
    )
    expect(imported).toEqual([{ drops: 1 }])
    await administrator.end()
  },
)
