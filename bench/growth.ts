import { Agent, request } from 'node:http'
import { computeCharts } from '../src/charts/compute-charts.job.ts'
import { openPostgres } from '../src/platform/database/postgres.ts'
import { expectFloor, percentile, post, startSeededApp } from './app.ts'
import { calls } from './growth-calls.ts'

// npm run bench:growth -- 1000 10000 100000
// Percentiles, in ms, of each call at each number of members, one call after the other, and of the charts' job. The
// URL of a seeded database can be given for a number.

const callsCounted = 200
/** The first calls are not counted: the process compiles its code, and the connection prepares its statements. */
const firstCalls = 40
const jobRuns = 3
/** Limit of a call's median. */
const maxMs = 50

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const table = new Map<string, string[]>()
const seeds = process.argv.slice(2).map(seed => (/^\d+$/.test(seed) ? Number(seed) : seed))
for (const seed of seeds) await measure(seed)
agent.destroy()
console.log(`| call | ${seeds.map(seed => `${seed}, p50 / p95 / p99`).join(' | ')} |`)
console.log(`| --- |${' ---: |'.repeat(seeds.length)}`)
for (const [what, cells] of table) console.log(`| ${[what, ...cells].join(' | ')} |`)

async function measure(seed: number | string) {
  const app = await startSeededApp(seed)
  const cookieOf = (username: string) =>
    post(`${app.url}/api/login`, {
      email: `${username}@members.example`,
      password: 'seeded password 1',
    })
  try {
    for (const [username, paths] of Object.entries(calls)) {
      const cookie = await cookieOf(username)
      for (const path of paths) {
        const url = app.url + (await withPage(path, app.url, cookie))
        await timesOf(firstCalls, () => get(url, cookie))
        const times = await timesOf(callsCounted, () => get(url, cookie))
        expectFloor(percentile(times) <= maxMs, `${maxMs} ms, ${path} of ${seed}`)
        add(path, times)
      }
    }
    const { db, close } = await openPostgres(app.databaseUrl)
    add('job: charts', await timesOf(jobRuns, () => computeCharts(db)))
    await close()
  } finally {
    await app.close()
  }
}

async function withPage(path: string, url: string, cookie: string): Promise<string> {
  const [base = '', page] = path.split(/(?<=page=)(middle|last)/)
  if (!page) return path
  const pages = Math.ceil(
    JSON.parse(await get(url + base.replace(/page=$/, ''), cookie)).total / 10,
  )
  return base + (page === 'last' ? pages : Math.ceil(pages / 2))
}

/** The work and garbage collection of `fetch` would take longer than many calls. */
function get(url: string, cookie: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { cookie } }, async response => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
      resolve((await response.setEncoding('utf8').toArray()).join(''))
    })
    sent.once('error', reject).end()
  })
}

async function timesOf(count: number, run: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const started = performance.now()
    await run()
    times.push(performance.now() - started)
  }
  return times
}

function add(what: string, times: number[]) {
  const cell = [0.5, 0.95, 0.99].map(share => percentile(times, share).toFixed(1)).join(' / ')
  table.set(what, [...(table.get(what) ?? []), cell])
}
