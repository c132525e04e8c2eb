import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { buildWhenNeeded } from '../scripts/build-when-needed.ts'
import { openAppProcesses, type Setup } from './app-processes.ts'
import { createMember, openHome, send } from './mail-requests.ts'
import { openSink, type Sink } from './mail-sink.ts'
import { median } from './median.ts'

// npm run bench:mail -- [followers …] [--delay=ms] [--only=setup]
// Alternates between nodemailer alone and the app, with the same sink. Below 10,000 followers: medians of five.

const setups: Setup[] = [
  { name: 'PGlite, one process', postgres: false, workers: 1 },
  { name: 'PostgreSQL, one worker', postgres: true, workers: 1 },
  { name: 'PostgreSQL, two workers', postgres: true, workers: 2 },
]
const args = process.argv.slice(2)
const delay = Number(args.find(arg => arg.startsWith('--delay='))?.slice(8) ?? 0)
const only = args.find(arg => arg.startsWith('--only='))?.slice(7) ?? ''
const sizes = args.filter(arg => /^\d+$/.test(arg)).map(Number)

type Round = Awaited<ReturnType<typeof measureApp>> & { nodemailer: number; ratio: number }

/** A thousand mails take a second, so one measurement says little. */
const roundsOf = (followers: number) => (followers < 10_000 ? 5 : 1)

await buildWhenNeeded()
const sink = await openSink(delay)
console.log(`10 connections per worker, the mail server replies after ${delay} ms\n`)
console.log(
  '| followers | setup | mails/s | nodemailer alone, mails/s | ratio | first mail ms | POST ms | confirmation mail p95 ms | kB per mail | memory MB |',
)
console.log('| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
for (const followers of sizes.length > 0 ? sizes : [1_000, 10_000]) {
  let before = await measureNodemailer(sink, followers)
  for (const setup of setups.filter(({ name }) => name.includes(only))) {
    const rounds: Round[] = []
    for (let round = 0; round < roundsOf(followers); round++) {
      const app = await measureApp(setup, followers, sink)
      const after = await measureNodemailer(sink, followers)
      const nodemailer = (before + after) / 2
      rounds.push({ ...app, nodemailer, ratio: app.rate / nodemailer })
      before = after
    }
    const of = (field: keyof Round, digits = 0) =>
      median(rounds.map(round => round[field])).toFixed(digits)
    console.log(
      `| ${[followers.toLocaleString('en'), setup.name, of('rate'), of('nodemailer'), of('ratio', 2), of('first'), of('post'), of('confirm'), of('kilobytes'), of('memory')].join(' | ')} |`,
    )
  }
}
sink.close()

/**
 * Rates count from the first mail, as the app's do. At most 15,000 mails, of which the first 5,000, which Node
 * compiles the code with, do not count: in a minute of the app's mails they make no difference.
 */
async function measureNodemailer(to: Sink, followers: number): Promise<number> {
  to.clear()
  const counts = followers > 15_000 ? [15_000, 5_000] : [followers, 1]
  const args = ['bench/nodemailer-only.ts', ...[to.port, ...counts].map(String)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return Number(stdout)
}

async function measureApp(setup: Setup, followers: number, to: Sink) {
  const app = await openAppProcesses(setup, to.url)
  try {
    await app.start()
    const cookie = await createMember(app.url)
    await app.stop()
    await app.addFollowers('ana', followers)
    await app.start()
    await openHome(app.url, cookie)
    to.clear()
    const started = Date.now()
    const post = performance.now()
    await send(app.url, '/api/drops', { note: 'For the benchmark' }, cookie)
    const postMs = Math.round(performance.now() - post)
    const confirmations = requestConfirmations(app.url)
    await to.reached(followers)
    const { firstDrop, lastDrop, bytes } = to.seen()
    if (firstDrop === null) throw new Error('No mail of the drop arrived')
    const confirm = await confirmations.stop(to)
    const rate = (followers - 1) / ((lastDrop - firstDrop) / 1000)
    return {
      rate,
      first: firstDrop - started,
      post: postMs,
      confirm,
      kilobytes: Math.round(bytes / followers / 1024),
      memory: await app.memory(),
    }
  } finally {
    await app.stop()
    await app.close()
  }
}

/** Requests five confirmation mails per second while the drop runs. */
function requestConfirmations(url: string) {
  const requestedAt = new Map<string, number>()
  let running = true
  const requests = (async () => {
    for (let n = 0; running; n++) {
      const email = `visitor-${n}@mail.test`
      requestedAt.set(email, Date.now())
      await send(url, '/api/users/ana/followers', { email })
      await new Promise(resolve => setTimeout(resolve, 200))
    }
  })()
  return {
    /** Returns the 95th percentile of the milliseconds from request to arrival. */
    async stop(to: Sink) {
      running = false
      await requests
      const deadline = Date.now() + 10_000
      while (to.arrivedAt.size < requestedAt.size && Date.now() < deadline) {
        await new Promise(resolve => setTimeout(resolve, 50))
      }
      const waits = [...requestedAt].map(
        ([email, at]) => (to.arrivedAt.get(email) ?? Infinity) - at,
      )
      waits.sort((a, b) => a - b)
      return waits[Math.floor(waits.length * 0.95)] ?? Number.NaN
    },
  }
}
