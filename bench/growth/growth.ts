import { Agent, request } from 'node:http'
import { computeCharts } from '../../src/charts/compute-charts.ts'
import { computeRelated } from '../../src/discovery/compute-related.job.ts'
import { openPostgres } from '../../src/platform/database/postgres.ts'
import { startSeededApp } from '../seeded-app.ts'
import { type GrowthCall, listCalls } from './calls.ts'
import { fillDeliveries } from './jobs.ts'
import { findSlowPlans } from './slow-plans.ts'

// npm run bench:growth -- 1000 10000 100000
// Percentiles, in ms, of each call at each number of members, one call after the other, and medians of three
// jobs. The numbers take turns, so that other load on the machine is the same for all. --plans
// prints the plans of statements over 5 ms. The address of a seeded database can be given for a number.
// --only=search,members measures the calls whose name contains one of the texts.

const rounds = 6
const callsPerRound = 50
/** Before every measurement, and not counted: a process compiles its code, and a connection prepares its statements. */
const firstCalls = 40
/** At the start of a round, and not counted: the other databases had the processor's caches. */
const callsAfterTurn = 3
const jobRuns = 3

const only = process.argv.find(argument => argument.startsWith('--only='))?.slice('--only='.length)
const isWanted = (what: string) => !only || only.split(',').some(text => what.includes(text))

type Sizes = Awaited<ReturnType<typeof open>>[]

const sizes: Sizes = []
try {
  for (const seed of process.argv.slice(2).filter(argument => !argument.startsWith('--')))
    sizes.push(await open(/^\d+$/.test(seed) ? Number(seed) : seed))
  for (const [index, { what }] of sizes[0]?.calls.entries() ?? [])
    for (const size of sizes)
      for (let n = 0; n < firstCalls && isWanted(what); n++) await send(size, index)
  const names = sizes.map(({ members }) => `${members.toLocaleString('en-US')} p50 / p95 / p99`)
  console.log(`| call | ${names.join(' | ')} | ratio of p50 | p99 / p50 of the largest |`)
  console.log(`| --- |${' ---: |'.repeat(sizes.length + 2)}`)
  for (const [index, { what }] of sizes[0]?.calls.entries() ?? [])
    if (isWanted(what)) await measureCall(index)
  await measureJob('charts', db => computeCharts(db))
  await measureJob('related tracks', computeRelated)
  await measureJob('deliveries of a drop of the largest member', fillDeliveries)
  if (process.argv.includes('--plans')) for (const size of sizes) await printPlans(size)
} finally {
  for (const { app, agent } of sizes) {
    agent.destroy()
    await app.stop()
  }
}

async function open(seed: number | string) {
  const app = await startSeededApp(seed)
  const { db, close } = await openPostgres(app.databaseUrl)
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await close()
  const cookies = new Map<string, string>()
  for (const name of ['star', 'fan500', 'plain', 'theboss'])
    cookies.set(name, await app.signIn(name))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return { app, agent, members: count, cookies, calls: await listCalls(app) }
}

async function measureCall(index: number) {
  const times = sizes.map((): number[] => [])
  for (let round = 0; round < rounds; round++)
    for (const [at, size] of sizes.entries()) {
      for (let n = 0; n < callsAfterTurn; n++) await send(size, index)
      for (let n = 0; n < callsPerRound; n++) times[at]?.push(await time(() => send(size, index)))
    }
  printRow(sizes[0]?.calls[index]?.what ?? '', times, [0.5, 0.95, 0.99])
}

/** Not with `fetch`, whose own work and garbage collection take longer than many calls. */
function send({ app, agent, cookies, calls }: Sizes[number], index: number) {
  const { path, as = '' } = calls[index] as GrowthCall
  return new Promise<void>((resolve, reject) => {
    const sent = request(app.url + path, { agent, headers: { cookie: cookies.get(as) ?? '' } })
    sent.once('error', reject).once('response', response => {
      if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`))
      response.once('end', resolve).resume()
    })
    sent.end()
  })
}

type Run = (
  db: Awaited<ReturnType<typeof openPostgres>>['db'],
  databaseUrl: string,
) => Promise<void>

async function measureJob(what: string, run: Run) {
  if (!isWanted(what)) return
  const times = sizes.map((): number[] => [])
  for (let n = 0; n < jobRuns; n++)
    for (const [at, { app }] of sizes.entries()) {
      const { db, close } = await openPostgres(app.databaseUrl)
      times[at]?.push(await time(() => run(db, app.databaseUrl)))
      await close()
    }
  printRow(`job: ${what}`, times, [0.5])
}

async function printPlans(size: Sizes[number]) {
  const plans = await findSlowPlans(size.app.databaseUrl, async () => {
    for (const [index, { what }] of size.calls.entries())
      for (let n = 0; n < 6 && isWanted(what); n++) await send(size, index)
  })
  console.log(`\nPlans at ${size.members} members\n${plans}`)
}

function printRow(what: string, times: number[][], shares: number[]) {
  const cells = times.map(all => shares.map(share => percentile(all, share).toFixed(1)).join(' / '))
  const ratio = percentile(times.at(-1) ?? [], 0.5) / percentile(times[0] ?? [], 0.5)
  const spread =
    percentile(times.at(-1) ?? [], shares.at(-1) ?? 0) / percentile(times.at(-1) ?? [], 0.5)
  console.log(
    `| ${what} | ${cells.join(' | ')} | ${ratio.toFixed(1)} | ${shares.length > 1 ? spread.toFixed(1) : ''} |`,
  )
}

function percentile(values: number[], share: number) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}

async function time(run: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}
