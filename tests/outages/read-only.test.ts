import pg from 'pg'
import { expect, test } from 'vitest'
import { createApp } from '../../src/app/server.ts'
import { createReadinessCheck } from '../../src/operations/monitoring/health.routes.ts'
import { noBrowserBuild } from '../no-browser-build.ts'
import { openTestApp } from '../test-app.ts'
import { onPostgres } from '../test-database.ts'

const app = await openTestApp()

test.runIf(onPostgres)(
  'On a server that takes no writes the app is not ready, and it goes on by itself with connections to one that does',
  async () => {
    const member = await app.member()
    const url = new URL(app.database.url ?? '')
    const name = url.pathname.slice(1)
    const administrator = new pg.Client({ connectionString: new URL('/postgres', url).href })
    await administrator.connect()
    const served = createApp(
      app.context,
      noBrowserBuild,
      createReadinessCheck({
        jobs: app.database.jobs,
        isFull: () => false,
        isDraining: () => false,
        senderIdleMs: () => null,
      }),
    )
    const ready = async () => (await served.request('/readyz')).text()
    let round = 0
    const write = () => {
      const body = { spotify_profile_url: `https://open.spotify.com/user/round${round++}` }
      return member.call<{ message: string }>('PUT', '/api/user/spotify', body)
    }
    expect(await ready()).toBe('ok')

    await administrator.query(`alter database ${name} set default_transaction_read_only = on`)
    await administrator.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    )
    await expect.poll(ready).toBe('The database takes no writes.')
    const refused = await write()
    expect(refused.status).toBe(503)
    expect(refused.body.message).toContain(
      'may not have been saved. Look before you send it again.',
    )

    await administrator.query(`alter database ${name} reset default_transaction_read_only`)
    // Each connection that was made meanwhile would fail once, and those in use are never closed for being unused.
    const reads = Array.from({ length: 20 }, () => member.call('GET', '/api/user'))
    await Promise.all(reads)
    await write()
    await Promise.all(Array.from({ length: 20 }, () => member.call('GET', '/api/user')))
    for (let attempt = 0; attempt < 10; attempt++) expect((await write()).status).toBe(200)
    await expect.poll(ready).toBe('ok')
    await administrator.end()
  },
)
