import { type ChildProcess, spawn } from 'node:child_process'
import { median } from '../median.ts'
import { processorSeconds, startSeededApp } from '../seeded-app.ts'
import { startReference } from './references.ts'

// npm run bench:http
// Requests per second of the app on PostgreSQL, each against a reference in the same run: a bare node:http
// server that sends the same bytes, or node:http with two prepared statements of pg. wrk makes the load
// (Debian's package wrk), with 32 connections. `processor` compares processor time per request of the two
// Node processes, which a busy machine changes less than requests per second.

const rounds = 5
const seconds = 2

type Row = {
  what: string
  path: string
  encoding?: string
  /** Signed in as the seeded member. */
  as?: string
  reference: 'bytes' | 'queries'
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
]

const only = process.argv.find(argument => argument.startsWith('--only='))?.slice('--only='.length)
const app = await startSeededApp()
try {
  console.log(
    '| request | app, requests/s | reference | ratio | processor | app, µs of processor |',
  )
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |')
  for (const row of rows) if (row.what.includes(only ?? '')) console.log(await measure(row))
} finally {
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
  const results: { app: Load; reference: Load }[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      results.push({
        reference: await load(reference.url + path, headers, reference.process),
        app: await load(app.url + path, headers, app.process),
      })
    }
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

/** Requests per second, and microseconds of processor time per request. */
type Load = { rate: number; processor: number }

async function load(
  url: string,
  headers: Record<string, string>,
  { pid }: ChildProcess,
): Promise<Load> {
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const before = await processorSeconds(pid)
  const output = await run('wrk', '-t1', '-c32', `-d${seconds}`, ...flags, url)
  const spent = (await processorSeconds(pid)) - before
  const count = Number(/(\d+) requests in/.exec(output)?.[1])
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1])
  if (!(count > 0) || output.includes('Non-2xx')) throw new Error(`${url}: ${output}`)
  return { rate, processor: (spent * 1e6) / count }
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
