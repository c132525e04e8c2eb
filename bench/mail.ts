import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildWhenNeeded } from '../scripts/build-when-needed.ts'
import { openEmbedded } from '../src/platform/database/embedded.ts'
import { openPostgres } from '../src/platform/database/postgres.ts'
import { type BenchApp, expectFloor, percentile, post, prepareApp } from './app.ts'
import { startProbe } from './longest-wait.ts'
import { addFollowers } from './mail-followers.ts'
import { openSink } from './mail-sink.ts'

// npm run bench:mail -- [followers …] [--only=setup]
// Alternates between nodemailer alone and the app, with the same sink. Below 10,000 followers: medians of five.

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
const sizes = args.filter(arg => /^\d+$/.test(arg)).map(Number)

/** A thousand mails take a second, so one measurement says little. */
const roundsOf = (followers: number) => (followers < 10_000 ? 5 : 1)

await buildWhenNeeded()
const sink = await openSink()
console.log('10 connections per worker\n')
console.log(
  '| followers | setup | mails/s | nodemailer alone, mails/s | ratio | first mail ms | POST ms | longest `/livez` ms | confirmation mail p95 ms | kB per mail | memory MB |',
)
console.log('| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
for (const followers of sizes.length > 0 ? sizes : [1_000, 10_000]) {
  let before = await measureNodemailer(followers)
  for (const setup of setups.filter(({ name }) => name.includes(only))) {
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
sink.close()

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
    await fill(app, followers)
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

async function createMember(url: string): Promise<string> {
  const account = { username: 'ana', email: 'ana@mail.test', password: 'correct horse' }
  const cookie = await post(`${url}/api/register`, account)
  for (let n = 1; n <= 7; n++) {
    const spotifyUrl = `https://open.spotify.com/track/${String(n).repeat(22)}`
    await post(`${url}/api/tracks`, { spotifyUrl }, cookie)
  }
  return cookie
}

async function fill({ databaseUrl, dataDir }: BenchApp, followers: number) {
  const database = databaseUrl
    ? await openPostgres(databaseUrl)
    : await openEmbedded(join(dataDir, 'db'))
  await database.withoutTimeouts(db => addFollowers(db, 'ana', followers))
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
