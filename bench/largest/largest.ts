import { readFile } from 'node:fs/promises'
import { openPostgres } from '../../src/platform/database/postgres.ts'
import type { Database } from '../../src/platform/database.ts'
import { median } from '../median.ts'
import { startSeededApp } from '../seeded-app.ts'

// npm run bench:largest -- 100000
// What the largest member (as many followers as there are members) can ask for that takes long: their
// followers as a file, their archive, the deletion of their account. Meanwhile others read and write, and
// their longest waits are shown. The address of a seeded database can be given; its member is deleted.

const seed = process.argv[2] ?? '100000'
const app = await startSeededApp(/^\d+$/.test(seed) ? Number(seed) : seed, { ROLE: 'all' })
try {
  const star = await app.signIn('star')
  const others = await Promise.all(['plain', 'fan500'].map(name => app.signIn(name)))
  console.log('| work | s | MB | memory, MB | read p50 / max ms | write p50 / max ms |')
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |')
  await measure('nothing, for comparison', others, async () => {
    await new Promise(resolve => setTimeout(resolve, 5_000))
    return 0
  })
  for (const path of ['/api/followers.csv', '/api/user/archive'])
    await measure(`GET ${path}`, others, () => download(path, star))
  await measure('deletion of the account', others, () => deleteAccount(star))
} finally {
  await app.stop()
}

async function measure(what: string, others: string[], work: () => Promise<number>) {
  const ended = new AbortController()
  const peak = watchMemory(ended.signal)
  const started = performance.now()
  const [all, bytes] = await Promise.all([
    Promise.all(others.map(cookie => useMeanwhile(cookie, ended.signal))),
    work().finally(() => ended.abort()),
  ])
  const seconds = (performance.now() - started) / 1000
  const show = (kind: 'read' | 'write') => {
    const times = all.flatMap(wait => wait[kind])
    return `${median(times).toFixed(1)} / ${Math.max(...times).toFixed(0)}`
  }
  console.log(
    `| ${what} | ${seconds.toFixed(1)} | ${(bytes / 1e6).toFixed(1)} | ${(await peak).toFixed(0)} | ${show('read')} | ${show('write')} |`,
  )
}

/** Returns how many bytes were received. */
async function download(path: string, cookie: string): Promise<number> {
  const response = await fetch(app.url + path, { headers: { cookie } })
  if (!response.body || response.status !== 200) throw new Error(`${path}: ${response.status}`)
  let bytes = 0
  for await (const chunk of response.body) bytes += chunk.length
  return bytes
}

/** Until the job has removed the last row. */
async function deleteAccount(cookie: string): Promise<number> {
  const body = { username: 'star', password: 'seeded password 1' }
  const started = performance.now()
  await send('POST', '/api/user/delete', cookie, body)
  console.error(`The call took ${(performance.now() - started).toFixed(0)} ms`)
  const { db, close } = await openPostgres(app.databaseUrl)
  while (await isDeleting(db)) await new Promise(resolve => setTimeout(resolve, 100))
  await close()
  return 0
}

async function isDeleting(db: Database): Promise<boolean> {
  const left = await db
    .selectFrom('users')
    .select('id')
    .where('email', 'like', '%@deleted.invalid')
    .execute()
  return left.length > 0
}

/** Follows and unfollows a member, and reads lists, one request after the other; returns how long each took. */
async function useMeanwhile(cookie: string, signal: AbortSignal) {
  const times = { read: [] as number[], write: [] as number[] }
  const take = async (kind: 'read' | 'write', method: string, path: string) => {
    const started = performance.now()
    await send(method, path, cookie, method === 'POST' ? {} : undefined)
    times[kind].push(performance.now() - started)
  }
  while (!signal.aborted) {
    await take('read', 'GET', '/api/followers')
    await take('read', 'GET', '/api/follows/following')
    await take('write', 'POST', '/api/users/:username/followers'.replace(':username', 'theboss'))
    await take('write', 'POST', '/api/unfollow/:username'.replace(':username', 'theboss'))
  }
  return times
}

async function send(method: string, path: string, cookie: string, body?: object) {
  const response = await fetch(app.url + path, {
    method,
    headers: { cookie, origin: app.url, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
}

/** The most memory that the app's process has at once, in MB. */
async function watchMemory(signal: AbortSignal): Promise<number> {
  let peak = 0
  while (!signal.aborted) {
    const status = await readFile(`/proc/${app.process.pid}/status`, 'utf8')
    peak = Math.max(peak, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return peak
}
