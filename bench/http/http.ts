import { type ChildProcess, spawn } from 'node:child_process'
import { median } from '../median.ts'
import { processorSeconds, startSeededApp } from '../seeded-app.ts'
import { startReference } from './references.ts'
import { openRequestFiles } from './request-files.ts'

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
  /** Signed in, each request as another member. */
  byMembers?: boolean
  /** No request is sent twice: each is for another member's profile. */
  firstViews?: boolean
}

const rows: Row[] = [
  { what: 'visitor, profile, Brotli', path: '/plain', encoding: 'br' },
  { what: 'visitor, profile, uncompressed', path: '/plain' },
  { what: 'visitor, GET profile', path: '/api/profile/plain' },
  { what: 'asset of the build', path: 'asset', encoding: 'br' },
  { what: 'member, profile page', path: '/star', encoding: 'br', byMembers: true },
  { what: 'member, /home', path: '/home', encoding: 'br', byMembers: true },
  { what: 'member, GET /api/user', path: '/api/user', byMembers: true },
  { what: 'member, GET has-changes', path: '/api/drops/has-changes', byMembers: true },
  { what: 'member, GET weekly limit', path: '/api/drops/check-weekly-limit', byMembers: true },
  // Last, because V8 compiles the rendering of pages for many thousand of them.
  { what: 'visitor, first view, Zstandard', path: '/plain', encoding: 'zstd', firstViews: true },
  { what: 'visitor, first view, Brotli', path: '/plain', encoding: 'br', firstViews: true },
]

const only = process.argv.find(argument => argument.startsWith('--only='))?.slice('--only='.length)
const chosen = rows.filter(row => row.what.includes(only ?? ''))
const seeded = process.argv.find(argument => argument.startsWith('postgres'))
const app = await startSeededApp(seeded ?? 30_000)
const files = await openRequestFiles(app.databaseUrl)
try {
  console.log(
    '| request | app, requests/s | reference | ratio | processor | app, µs of processor |',
  )
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |')
  for (const row of chosen) console.log(await measure(row))
} finally {
  await files.close()
  await app.stop()
}

async function measure(row: Row): Promise<string> {
  const path = row.path === 'asset' ? await app.assetPath() : row.path
  const headers = { 'accept-encoding': row.encoding ?? 'identity' }
  const isCall = row.byMembers && path.startsWith('/api/')
  const reference = await startReference(isCall ? 'queries' : 'bytes', {
    url: app.url + path,
    headers: { ...headers, ...(row.byMembers && { cookie: files.cookie }) },
    databaseUrl: app.databaseUrl,
  })
  const members = row.byMembers ? await files.ofMembers(path) : null
  const views = row.firstViews ? await files.ofFirstViews() : null
  const targetAt = (url: string) => members?.arguments(url) ?? [url + path]
  const results: { app: Load; reference: Load }[] = []
  try {
    for (let round = 0; round < warmUpRounds + rounds; round++) {
      results.push({
        reference: await load(targetAt(reference.url), headers, reference.process),
        app: await load(views?.arguments(app.url) ?? targetAt(app.url), headers, app.process),
      })
      // With those that each connection still waited for, and one that wrk formats before it starts.
      views?.advance((results.at(-1)?.app.count ?? 0) + connections + 1)
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
