import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildWhenNeeded } from '../scripts/build-when-needed.ts'
import { openEmbedded } from '../src/platform/database/embedded.ts'
import { openPostgres } from '../src/platform/database/postgres.ts'
import type { Database } from '../src/platform/database.ts'
import { type BenchApp, expectFloor, percentile, post, prepareApp } from './app.ts'
import { startProbe } from './longest-wait.ts'
import { addFollowers } from './mail-followers.ts'
import { openSink } from './mail-sink.ts'
import { addTitles, addWeeklyMails } from './weekly-mails.ts'

// npm run bench:mail -- [followers …] [--only=setup]
// Alternates between nodemailer alone and the app, with the same sink. Below 10,000 followers: medians of five.
// npm run bench:mail -- [mails …] --weekly [--only=setup]
// Alternates between the mails of a drop and as many weekly mails, nearly all with other drops. Medians of three.

/** `floor` is of the ratio; docs/benchmarks.md has it. */
const setups = [
  { name: 'embedded, one process', roles: ['all'], embedded: true, floor: 0.5 },
  { name: 'PostgreSQL, one worker', roles: ['web', 'worker'], embedded: false, floor: 0.8 },
  {
    name: 'PostgreSQL, two workers',
    roles: ['web', 'worker', 'worker'],
    embedded: false,
    floor: 0,
  },
]
/** Milliseconds that `/livez` of an app on the embedded database may wait. */
const maxWait = 100
const args = process.argv.slice(2)
const only = args.find(arg => arg.startsWith('--only='))?.slice(7) ?? ''
const isWeekly = args.includes('--weekly')
/** The least rate of weekly mails, as a share of the rate of drop mails. */
const weeklyFloor = 0.5
const sizes = args.filter(arg => /^\d+$/.test(arg)).map(Number)

const chosen = setups.filter(({ name }) => name.includes(only))

/** A thousand mails take a second, so one measurement says little. */
const roundsOf = (followers: number) => (followers < 10_000 ? 5 : 1)

await buildWhenNeeded()
const sink = await openSink()
console.log('10 connections per worker\n')
if (isWeekly) await compareWeekly()
else await compareNodemailer()
sink.close()

async function compareNodemailer() {
  console.log(
    '| followers | setup | mails/s | nodemailer alone, mails/s | ratio | first mail ms | POST ms | longest `/livez` ms | confirmation mail p95 ms | kB per mail | memory MB |',
  )
  console.log('| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  for (const followers of sizes.length > 0 ? sizes : [1_000, 10_000]) {
    let before = await measureNodemailer(followers)
    for (const setup of chosen) {
      const rounds: Awaited<ReturnType<typeof measureApp>>[] = []
      const alone: number[] = []
      const ratios: number[] = []
      for (let round = 0; round < roundsOf(followers); round++) {
        const app = await measureApp(setup, followers)
        const after = await measureNodemailer(followers)
        rounds.push(app)
        alone.push((before + after) / 2)
        ratios.push((app.rate * 2) / (before + after))
        before = after
      }
      const of = (field: keyof (typeof rounds)[0]) =>
        percentile(rounds.map(round => round[field])).toFixed()
      console.log(
        `| ${[followers.toLocaleString('en'), setup.name, of('rate'), percentile(alone).toFixed(), percentile(ratios).toFixed(2), of('first'), of('post'), of('longest'), of('confirm'), of('kilobytes'), of('memory')].join(' | ')} |`,
      )
      const { name, floor, embedded } = setup
      expectFloor(percentile(ratios) >= floor, `${floor} of nodemailer alone, ${name}`)
      expectFloor(!embedded || Number(of('longest')) < maxWait, `/livez waits under ${maxWait} ms`)
    }
  }
}

async function compareWeekly() {
  console.log('| mails | setup | weekly mails/s | drop mails/s | ratio | kB per weekly mail |')
  console.log('| ---: | --- | ---: | ---: | ---: | ---: |')
  for (const mails of sizes.length > 0 ? sizes : [10_000])
    for (const setup of chosen.filter(({ roles }) => roles.length < 3)) {
      const weekly: Awaited<ReturnType<typeof measureWeekly>>[] = []
      const drops = [(await measureApp(setup, mails)).rate]
      for (let round = 0; round < 3; round++) {
        weekly.push(await measureWeekly(setup, mails))
        drops.push((await measureApp(setup, mails)).rate)
      }
      const ratio = percentile(
        weekly.map(
          ({ rate }, round) => (2 * rate) / ((drops[round] ?? 0) + (drops[round + 1] ?? 0)),
        ),
      )
      console.log(
        `| ${[mails.toLocaleString('en'), setup.name, percentile(weekly.map(({ rate }) => rate)).toFixed(), percentile(drops).toFixed(), ratio.toFixed(2), percentile(weekly.map(({ kilobytes }) => kilobytes)).toFixed()].join(' | ')} |`,
      )
      expectFloor(ratio >= weeklyFloor, `${weeklyFloor} of drop mails, ${setup.name}`)
    }
}

/**
 * Rates count from the first mail, as the app's do. At most 15,000 mails, of which the first 5,000, which Node
 * compiles the code with, do not count: in a minute of the app's mails they make no difference.
 */
async function measureNodemailer(followers: number): Promise<number> {
  sink.clear()
  const counts = followers > 15_000 ? [15_000, 5_000] : [followers, 1]
  const args = ['bench/mail-nodemailer.ts', ...[sink.port, ...counts].map(String)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return Number(stdout)
}

async function measureApp(setup: (typeof setups)[0], followers: number) {
  const settings = { SMTP_URL: `smtp://127.0.0.1:${sink.port}` }
  const app = await prepareApp({ ...setup, settings })
  try {
    await app.start()
    const cookie = await createMember(app.url)
    await app.stop()
    await fill(app, async db => {
      await addFollowers(db, 'ana', followers)
      if (isWeekly) await addTitles(db)
    })
    await app.start()
    sink.clear()
    const probe = startProbe(`${app.url}/livez`)
    const started = Date.now()
    const all = sink.reached(followers)
    await post(`${app.url}/api/drops`, { note: 'For the benchmark' }, cookie)
    const answered = Date.now()
    const confirmations = requestConfirmations(app.url)
    await all
    const longest = await probe.stop()
    const { firstDrop, lastDrop, bytes } = sink.seen
    return {
      rate: (followers - 1) / ((lastDrop - firstDrop) / 1000),
      first: firstDrop - started,
      post: answered - started,
      longest,
      confirm: await confirmations.stop(),
      kilobytes: bytes / followers / 1024,
      memory: await memory(app),
    }
  } finally {
    await app.close()
  }
}

async function measureWeekly(setup: (typeof setups)[0], mails: number) {
  const settings = { SMTP_URL: `smtp://127.0.0.1:${sink.port}` }
  const app = await prepareApp({ ...setup, settings })
  try {
    await app.start()
    await createMember(app.url)
    await app.stop()
    await fill(app, db => addWeeklyMails(db, 'ana', mails))
    sink.clear()
    const all = sink.reached(mails)
    await app.start()
    await all
    const { firstDrop, lastDrop, bytes } = sink.seen
    return { rate: (mails - 1) / ((lastDrop - firstDrop) / 1000), kilobytes: bytes / mails / 1024 }
  } finally {
    await app.close()
  }
}

async function createMember(url: string): Promise<string> {
  const account = { username: 'ana', email: 'ana@mail.test', password: 'correct horse' }
  const cookie = await post(`${url}/api/register`, account)
  for (let n = 1; n <= 7; n++) {
    const spotifyUrl = `https://open.spotify.com/track/${String(n).repeat(22)}`
    await post(`${url}/api/tracks`, { spotifyUrl }, cookie)
  }
  return cookie
}

async function fill({ databaseUrl, dataDir }: BenchApp, add: (db: Database) => Promise<void>) {
  const database = databaseUrl
    ? await openPostgres(databaseUrl)
    : await openEmbedded(join(dataDir, 'db'))
  await database.withoutTimeouts(add)
  await database.close()
}

async function memory(app: BenchApp): Promise<number> {
  const sizes = app.processIds().map(async pid => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  })
  return Math.max(...(await Promise.all(sizes)))
}

function requestConfirmations(url: string) {
  const requestedAt = new Map<string, number>()
  const timer = setInterval(() => {
    const email = `visitor-${requestedAt.size}@mail.test`
    requestedAt.set(email, Date.now())
    post(`${url}/api/users/ana/followers`, { email }).catch(error => console.error(error))
  }, 200)
  return {
    async stop() {
      clearInterval(timer)
      const deadline = Date.now() + 10_000
      while (sink.arrivedAt.size < requestedAt.size && Date.now() < deadline)
        await new Promise(resolve => setTimeout(resolve, 50))
      const waits = [...requestedAt].map(
        ([email, at]) => (sink.arrivedAt.get(email) ?? Infinity) - at,
      )
      return percentile(waits, 0.95)
    },
  }
}
