import { type ChildProcess, spawn } from 'node:child_process'
import { median } from '../median.ts'
import { processorSeconds, startSeededApp } from '../seeded-app.ts'
import { openFirstViews } from './first-views.ts'
import { startReference } from './references.ts'

// npm run bench:http -- [database that is seeded already] [--only=has-changes]
// Requests per second of the app on PostgreSQL, each against a reference in the same run: a bare node:http
// server that sends the same bytes, or node:http with two prepared statements of pg. wrk makes the load
// (Debian's package wrk), with 32 connections. `processor` compares processor time per request of the two
// Node processes, which a busy machine changes less than requests per second.

const rounds = 5
/** Not counted: the processes compile their code. */
const warmUpRounds = 1
const seconds = 2
const connections = 32

type Row = {
  what: string
  path: string
  encoding?: string
  /** Signed in as the seeded member. */
  as?: string
  reference: 'bytes' | 'queries'
  /** The app gets no request twice: each is for another member's profile. */
  firstViews?: boolean
}

const rows: Row[] = [
  { what: 'visitor, profile, Brotli', path: '/plain', encoding: 'br', reference: 'bytes' },
  { what: 'visitor, profile, uncompressed', path: '/plain', reference: 'bytes' },
  { what: 'visitor, GET profile', path: '/api/profile/plain', reference: 'bytes' },
  { what: 'visitor, GET drops-count', path: '/api/users/plain/drops-count', reference: 'bytes' },
  { what: 'visitor, GET charts', path: '/api/charts/top-users', reference: 'bytes' },
  { what: 'asset of the build', path: 'asset', encoding: 'br', reference: 'bytes' },
  { what: 'member, profile page', path: '/star', as: 'plain', encoding: 'br', reference: 'bytes' },
  { what: 'member, /home', path: '/home', as: 'plain', encoding: 'br', reference: 'bytes' },
  { what: 'member, GET /api/user', path: '/api/user', as: 'plain', reference: 'queries' },
  {
    what: 'member, GET has-changes',
    path: '/api/drops/has-changes',
    as: 'plain',
    reference: 'queries',
  },
  {
    what: 'member, GET weekly limit',
    path: '/api/drops/check-weekly-limit',
    as: 'plain',
    reference: 'queries',
  },
  // Last, because V8 compiles the rendering of pages for many thousand of them.
  {
    what: 'visitor, first view of a profile, Zstandard',
    path: '/plain',
    encoding: 'zstd',
    reference: 'bytes',
    firstViews: true,
  },
  {
    what: 'visitor, first view of a profile, Brotli',
    path: '/plain',
    encoding: 'br',
    reference: 'bytes',
    firstViews: true,
  },
  {
    what: 'visitor, first view of a profile, uncompressed',
    path: '/plain',
    reference: 'bytes',
    firstViews: true,
  },
]

const only = process.argv.find(argument => argument.startsWith('--only='))?.slice('--only='.length)
const chosen = rows.filter(row => row.what.includes(only ?? ''))
const seeded = process.argv.find(argument => argument.startsWith('postgres'))
const app = await startSeededApp(seeded ?? 30_000)
const firstViews = await openFirstViews(app.databaseUrl, connections)
try {
  console.log(
    '| request | app, requests/s | reference | ratio | processor | app, µs of processor |',
  )
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |')
  for (const row of chosen) console.log(await measure(row))
} finally {
  await firstViews.close()
  await app.stop()
}

async function measure(row: Row): Promise<string> {
  const path = row.path === 'asset' ? await app.assetPath() : row.path
  const headers = {
    ...(row.encoding && { 'accept-encoding': row.encoding }),
    ...(row.as && { cookie: await app.signIn(row.as) }),
  }
  const reference = await startReference(row.reference, {
    url: app.url + path,
    headers,
    databaseUrl: app.databaseUrl,
  })
  const views = row.firstViews ? firstViews : null
  const results: { app: Load; reference: Load }[] = []
  try {
    for (let round = 0; round < warmUpRounds + rounds; round++) {
      results.push({
        reference: await load([reference.url + path], headers, reference.process),
        app: await load(views?.arguments(app.url) ?? [app.url + path], headers, app.process),
      })
      views?.advance(results.at(-1)?.app.count ?? 0)
    }
    results.splice(0, warmUpRounds)
  } finally {
    reference.process.kill()
  }
  const ratio = median(results.map(result => result.app.rate / result.reference.rate))
  const processor = median(results.map(result => result.reference.processor / result.app.processor))
  const rate = (side: 'app' | 'reference') =>
    Math.round(median(results.map(result => result[side].rate)))
  const micros = Math.round(median(results.map(result => result.app.processor)))
  return `| ${row.what} | ${rate('app')} | ${rate('reference')} | ${ratio.toPrecision(2)} | ${processor.toPrecision(2)} | ${micros} |`
}

/** Requests, requests per second, and microseconds of processor time per request. */
type Load = { count: number; rate: number; processor: number }

/** `target` is what follows wrk's own options: the address, or a script, the address and its arguments. */
async function load(
  target: string[],
  headers: Record<string, string>,
  { pid }: ChildProcess,
): Promise<Load> {
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const before = await processorSeconds(pid)
  const output = await run('wrk', '-t1', `-c${connections}`, `-d${seconds}`, ...flags, ...target)
  const spent = (await processorSeconds(pid)) - before
  const count = Number(/(\d+) requests in/.exec(output)?.[1])
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1])
  if (!(count > 0) || output.includes('Non-2xx')) throw new Error(`${target}: ${output}`)
  return { count, rate, processor: (spent * 1e6) / count }
}

function run(command: string, ...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', chunk => {
      output += chunk
    })
    child.once('error', reject)
    child.once('exit', () => resolve(output))
  })
}
