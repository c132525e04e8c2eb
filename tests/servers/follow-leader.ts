import { setInterval as every } from 'node:timers/promises'
import pg from 'pg'
import type { FaultProxy } from './fault-proxy.ts'

type Options = {
  proxies: FaultProxy[]
  /** Ports of servers. The first that passes the check gets all connections. */
  ports: () => number[]
  /** The port of the server that has the leader's lock. */
  leader: () => number
}

/** Leads proxies to the server that has the lock and takes writes, as HAProxy does that asks Patroni for `/primary`. */
export function followLeader({ proxies, ports, leader }: Options) {
  const stopped = new AbortController()
  let current = leader()
  const isStopped = follow()

  async function follow() {
    try {
      for await (const _ of every(200, null, { signal: stopped.signal })) await look()
    } catch (error) {
      if (!stopped.signal.aborted) throw error
    }
  }

  async function look() {
    for (const port of ports()) {
      if (port !== leader() || !(await takesWrites(port))) continue
      if (port !== current) for (const proxy of proxies) proxy.redirect(port)
      current = port
      return
    }
  }

  return {
    current: () => current,
    async stop() {
      stopped.abort()
      await isStopped
    },
  }
}

async function takesWrites(port: number): Promise<boolean> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'radr',
    database: 'radr',
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  })
  // The server may end while it is asked.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('select pg_is_in_recovery() as is_replica')
    return !rows[0].is_replica
  } catch {
    return false
  } finally {
    void client.end().catch(() => {})
  }
}
