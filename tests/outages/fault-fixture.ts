import type { ChildProcess } from 'node:child_process'
import { freePort, type PostgresServer, startPostgres } from '../../scripts/temporary-postgres.ts'
import { openPostgres } from '../../src/platform/database/postgres.ts'
import type { OpenDatabase } from '../../src/platform/database.ts'
import { type Mailbox, startMailbox } from '../mailbox.ts'
import { spawnWorker, stopWorker } from '../processes/worker-processes.ts'
import { type FaultProxy, startFaultProxy } from '../servers/fault-proxy.ts'
import { followLeader } from '../servers/follow-leader.ts'
import { request, until } from './requests.ts'

export const metricsToken = 'a-token-of-the-operator'

/** A web and a worker process that reach their database through a proxy. */
export type FaultFixture = {
  proxy: FaultProxy
  mailbox: Mailbox
  /** Reached by another proxy, which does not fail. */
  database: OpenDatabase
  /** The server that both proxies lead to. */
  primary(): PostgresServer
  /** The primary's synchronous replica, which is made if it has none. */
  standby(): Promise<PostgresServer>
  /** The standby takes over, and both proxies find it. Returns the server that was the primary. */
  failOver(ending: 'immediate' | 'fast'): Promise<PostgresServer>
  url: string
  processes: ChildProcess[]
  close(): Promise<void>
}

/** Null where PostgreSQL is not installed. */
export async function openFaultFixture(): Promise<FaultFixture | null> {
  const postgres = await startPostgres()
  if (!postgres) return null
  const proxy = await startFaultProxy(postgres.port)
  const ownProxy = await startFaultProxy(postgres.port)
  const urlThrough = (to: FaultProxy) => postgres.url.replace(`:${postgres.port}/`, `:${to.port}/`)
  const mailbox = await startMailbox()
  const database = await openPostgres(urlThrough(ownProxy))
  const servers: PostgresServer[] = [postgres]
  let primary: PostgresServer = postgres
  const standby = async () => {
    const newest = servers.at(-1)
    if (newest && newest !== primary) return newest
    const added = await primary.addStandby()
    servers.push(added)
    return added
  }
  const check = followLeader({
    proxies: [proxy, ownProxy],
    ports: () => servers.map(server => server.port),
    leader: () => primary.port,
  })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    DATABASE_URL: urlThrough(proxy),
    PUBLIC_URL: url,
    SMTP_URL: mailbox.url,
    OUTSIDE_SERVICES: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    METRICS_TOKEN: metricsToken,
  }
  const web = spawnWorker({ ...settings, ROLE: 'web', PORT: String(port) })
  const processes = [web, spawnWorker(settings)]
  await until(async () => (await request(`${url}/healthz`)).status === 200, 60_000)
  return {
    proxy,
    mailbox,
    database,
    url,
    processes,
    primary: () => primary,
    standby,
    async failOver(ending) {
      const [old, next] = [primary, await standby()]
      await old.end(ending)
      await next.promote()
      primary = next
      await until(async () => check.current() === next.port, 10_000)
      return old
    },
    async close() {
      await Promise.all(
        processes.map(async each => {
          if (each.exitCode === null) await stopWorker(each, 'SIGTERM')
        }),
      )
      await database.close()
      await check.stop()
      await proxy.close()
      await ownProxy.close()
      await mailbox.close()
      await postgres.stop()
    },
  }
}
