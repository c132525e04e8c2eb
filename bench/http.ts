import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../scripts/temporary-postgres.ts'
import { expectFloor, percentile, startSeededApp } from './app.ts'
import { openRequestFiles } from './http-requests.ts'

// npm run bench:http -- [database that is seeded already] [--only=has-changes]
// Requests per second of the app on PostgreSQL, each against a reference in the same run: a bare node:http
// server that sends the same bytes, or node:http with two prepared statements of pg. wrk makes the load
// (Debian's package wrk), with 32 connections. `processor` compares processor time per request of the two
// Node processes, which a busy machine changes less than requests per second. wrk and the server have different
// processors: otherwise the ratios would depend on where the scheduler puts them.

const rounds = 5
/** V8 has optimized the rendering only after some thousand pages, as on a server that is in use. */
const warmUpRounds = 6
const seconds = 2
const connections = 32

const run = promisify(execFile)
/** All but the first, which is the server's. */
const wrkProcessors = `1-${availableParallelism() - 1}`

const pinToFirst = (pid: number | undefined) => run('taskset', ['-acp', '0', String(pid)])

type Row = {
  what: string
  path: string
  /** The least ratio, which docs/benchmarks.md has. */
  floor: number
  encoding?: string
  /** Signed in, each request as another member. */
  byMembers?: boolean
  firstViews?: boolean
}

const rows: Row[] = [
  { what: 'visitor, profile, Brotli', path: '/plain', floor: 0.5, encoding: 'br' },
  { what: 'visitor, profile, uncompressed', path: '/plain', floor: 0.5 },
  { what: 'visitor, GET profile', path: '/api/profile/plain', floor: 0.5 },
  { what: 'asset of the build', path: 'asset', floor: 0.5, encoding: 'br' },
  { what: 'member, profile page', path: '/star', floor: 0.012, encoding: 'br', byMembers: true },
  { what: 'member, /home', path: '/home', floor: 0.012, encoding: 'br', byMembers: true },
  { what: 'member, GET /api/user', path: '/api/user', floor: 0.6, byMembers: true },
  { what: 'member, GET has-changes', path: '/api/drops/has-changes', floor: 0.6, byMembers: true },
  {
    what: 'member, GET weekly limit',
    path: '/api/drops/check-weekly-limit',
    floor: 0.6,
    byMembers: true,
  },
  // Last, because V8 compiles the rendering of pages for many thousand of them.
  {
    what: 'visitor, first view, Zstandard',
    path: '/plain',
    floor: 0.01,
    encoding: 'zstd',
    firstViews: true,
  },
  {
    what: 'visitor, first view, Brotli',
    path: '/plain',
    floor: 0.01,
    encoding: 'br',
    firstViews: true,
  },
]

const only = process.argv.find(argument => argument.startsWith('--only='))?.slice('--only='.length)
const chosen = rows.filter(row => row.what.includes(only ?? ''))
const seeded = process.argv.find(argument => argument.startsWith('postgres'))
const app = await startSeededApp(seeded ?? 30_000)
const files = await openRequestFiles(app.databaseUrl)
await pinToFirst(app.processIds()[0])
try {
  console.log(
    '| request | app, requests/s | reference | ratio | processor | app, µs of processor |',
  )
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |')
  for (const row of chosen) console.log(await measure(row))
} finally {
  await files.close()
  await app.close()
}

async function measure(row: Row): Promise<string> {
  const path = row.path === 'asset' ? await assetPath() : row.path
  const headers = { 'accept-encoding': row.encoding ?? 'identity' }
  const isCall = row.byMembers && path.startsWith('/api/')
  const reference = await startReference(isCall ? 'queries' : 'bytes', {
    url: app.url + path,
    headers: { ...headers, ...(row.byMembers && { cookie: files.cookie }) },
    databaseUrl: app.databaseUrl,
  })
  await pinToFirst(reference.process.pid)
  const members = row.byMembers ? await files.ofMembers(path) : null
  const views = row.firstViews ? await files.ofFirstViews() : null
  const targetAt = (url: string) => members?.arguments(url) ?? [url + path]
  const results: { app: Load; reference: Load }[] = []
  try {
    for (let round = 0; round < warmUpRounds + rounds; round++) {
      results.push({
        reference: await load(targetAt(reference.url), headers, reference.process.pid),
        app: await load(
          views?.arguments(app.url) ?? targetAt(app.url),
          headers,
          app.processIds()[0],
        ),
      })
      // Each connection still waited for one request, and wrk formats one before it starts.
      views?.advance((results.at(-1)?.app.count ?? 0) + connections + 1)
    }
    results.splice(0, warmUpRounds)
  } finally {
    reference.process.kill()
  }
  const ratio = percentile(results.map(result => result.app.rate / result.reference.rate))
  const processor = percentile(
    results.map(result => result.reference.processor / result.app.processor),
  )
  expectFloor(ratio >= row.floor, `${row.floor} of the reference, ${row.what}`)
  const rate = (side: 'app' | 'reference') =>
    Math.round(percentile(results.map(result => result[side].rate)))
  const micros = Math.round(percentile(results.map(result => result.app.processor)))
  return `| ${row.what} | ${rate('app')} | ${rate('reference')} | ${ratio.toPrecision(2)} | ${processor.toPrecision(2)} | ${micros} |`
}

type Load = { count: number; rate: number; processor: number }

/** `target` is what follows wrk's own options: the URL, or a script, the URL and its arguments. */
async function load(
  target: string[],
  headers: Record<string, string>,
  pid: number | undefined,
): Promise<Load> {
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const before = await processorSeconds(pid)
  const command = ['wrk', '-t1', `-c${connections}`, `-d${seconds}`, ...flags, ...target]
  const { stdout: output } = await run('taskset', ['-c', wrkProcessors, ...command])
  const spent = (await processorSeconds(pid)) - before
  const count = Number(/(\d+) requests in/.exec(output)?.[1])
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1])
  if (!(count > 0) || output.includes('Non-2xx')) throw new Error(`${target}: ${output}`)
  return { count, rate, processor: (spent * 1e6) / count }
}

async function startReference(kind: 'bytes' | 'queries', target: object) {
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'http-reference.ts'), kind], {
    env: { ...process.env, PORT: String(port), TARGET: JSON.stringify(target) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return { url: `http://localhost:${port}`, process: child }
}

async function assetPath() {
  const page = await (await fetch(`${app.url}/login`)).text()
  return /<script type="module" src="([^"]+)"/.exec(page)?.[1] ?? ''
}

async function processorSeconds(pid: number | undefined): Promise<number> {
  const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
}
