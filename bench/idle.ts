import { Agent, request } from 'node:http'
import pg from 'pg'
import { hashToken, newToken } from '../src/platform/secrets/tokens.ts'
import { processorSeconds, startSeededApp } from './seeded-app.ts'

// npm run bench:idle -- [tabs]
// The processor time that open tabs cost a web process on PostgreSQL: members with /home open (5,000 of
// them), each polling as the screens do. Their requests share 100 keep-alive connections, as behind a proxy.

const tabs = Number(process.argv[2] ?? 5_000)
const connections = 100
const warmUpSeconds = 10
const measuredSeconds = 30

const polls = [
  { path: (name: string) => `/api/users/${name}/drops-count`, everyMs: 3_000 },
  { path: () => '/api/drops/has-changes', everyMs: 5_000 },
  { path: () => '/api/drops/check-weekly-limit', everyMs: 60_000 },
]

const app = await startSeededApp(2 * tabs)
// Without a timeout of its own the agent sends requests on connections that the server is just closing.
const agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: 5_000 })
const totals = { answered: 0, notModified: 0, failed: 0, waitedMs: 0 }
try {
  const members = await startSessions()
  let isRunning = true
  const timers = new Set<NodeJS.Timeout>()
  for (const [index, member] of members.entries())
    for (const { path, everyMs } of polls) {
      let etag: string | undefined
      const address = path(member.username)
      const poll = async () => {
        const next = performance.now() + everyMs
        etag = await get(address, member.cookie, etag)
        if (isRunning) schedule(poll, Math.max(0, next - performance.now()))
      }
      schedule(poll, (index / tabs) * everyMs)
    }
  await new Promise(resolve => setTimeout(resolve, warmUpSeconds * 1_000))
  const before = {
    ...totals,
    processor: await processorSeconds(app.process.pid),
    at: performance.now(),
  }
  await new Promise(resolve => setTimeout(resolve, measuredSeconds * 1_000))
  const seconds = (performance.now() - before.at) / 1_000
  const processor = (await processorSeconds(app.process.pid)) - before.processor
  const requests = totals.answered - before.answered
  isRunning = false
  for (const timer of timers) clearTimeout(timer)
  console.log(
    '| tabs | requests/s | 304 | failed | mean ms | cores | µs of processor per request |',
  )
  console.log('| ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  const cells = [
    tabs.toLocaleString('en'),
    Math.round(requests / seconds),
    `${Math.round((100 * (totals.notModified - before.notModified)) / requests)} %`,
    totals.failed,
    ((totals.waitedMs - before.waitedMs) / requests).toFixed(1),
    (processor / seconds).toFixed(2),
    Math.round((processor / requests) * 1e6),
  ]
  console.log(`| ${cells.join(' | ')} |`)

  function schedule(poll: () => Promise<void>, ms: number) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      void poll()
    }, ms)
    timers.add(timer)
  }
} finally {
  agent.destroy()
  await app.stop()
}

/** Sessions of different members, in the database: signing in that often would take minutes. */
async function startSessions() {
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: number; username: string }>(
    'select id, username from users order by id limit $1',
    [tabs],
  )
  const members = rows.map(row => ({ ...row, ...newToken() }))
  await client.query(
    `insert into sessions (token_hash, user_id, expires_at)
      select token_hash, user_id, now() + interval '30 days'
      from unnest($1::text[], $2::int[]) started (token_hash, user_id)`,
    [members.map(({ token }) => hashToken(token)), members.map(({ id }) => id)],
  )
  await client.end()
  return members.map(({ username, token }) => ({ username, cookie: `session=${token}` }))
}

/** Returns the response's ETag, which the next request is conditional on, as in a browser. */
function get(path: string, cookie: string, etag: string | undefined): Promise<string | undefined> {
  const sentAt = performance.now()
  return new Promise(resolve => {
    const headers = { cookie, ...(etag && { 'if-none-match': etag }) }
    request(app.url + path, { agent, headers }, response => {
      const { statusCode = 0 } = response
      response.resume().once('end', () => {
        totals.answered++
        totals.waitedMs += performance.now() - sentAt
        if (statusCode === 304) totals.notModified++
        else if (statusCode !== 200) totals.failed++
        resolve(response.headers.etag)
      })
    })
      .once('error', () => {
        totals.failed++
        resolve(etag)
      })
      .end()
  })
}
