import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { buildWhenNeeded } from '../scripts/build.ts'
import { openHost, type Setup } from './hosts.ts'
import { openSink, type Sink } from './mail-sink.ts'

// npm run bench:mail -- [followers …] [--delay=ms] [--only=setup]
// Bare nodemailer and the engine in turn, against the same sink, in one run.

const setups: Setup[] = [
  { name: 'PGlite, one process', postgres: false, workers: 1 },
  { name: 'PostgreSQL, one worker', postgres: true, workers: 1 },
  { name: 'PostgreSQL, two workers', postgres: true, workers: 2 },
]
const args = process.argv.slice(2)
const delay = Number(args.find(arg => arg.startsWith('--delay='))?.slice(8) ?? 0)
const only = args.find(arg => arg.startsWith('--only='))?.slice(7) ?? ''
const sizes = args.filter(arg => /^\d+$/.test(arg)).map(Number)
const links = [
  '2ssoK2Vqu6gzlyHhBwxi2w',
  '7H71gZwWs3xPWnHM30NDUp',
  '3vqINomEEpyG7nlUfqbd49',
  '4yKd720PDsj6ZadrmJ9ESa',
  '758wEKVqfYopJIHYWdLVd4',
  '5BeIxIMY0exSWc7LyPrchH',
  '1DzMkx08Zq6aDDhsRDVnPb',
]

await buildWhenNeeded()
const sink = await openSink(delay)
console.log(`10 connections a worker, the mail server answers after ${delay} ms\n`)
console.log(
  '| followers | setup | mails/s | bare nodemailer, mails/s | ratio | first mail ms | POST ms | confirm mail p95 ms | kB a mail | memory MB |',
)
console.log('| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
for (const followers of sizes.length > 0 ? sizes : [1_000, 10_000]) {
  for (const setup of setups) if (setup.name.includes(only)) await measure(setup, followers, sink)
}
sink.close()

async function measure(setup: Setup, followers: number, to: Sink) {
  const before = await measureBare(to, Math.min(followers, 5_000))
  const engine = await measureEngine(setup, followers, to)
  const after = await measureBare(to, Math.min(followers, 5_000))
  const bare = (before + after) / 2
  console.log(
    `| ${[followers.toLocaleString('en'), setup.name, engine.rate.toFixed(0), bare.toFixed(0), (engine.rate / bare).toFixed(2), engine.first, engine.post, engine.confirm, engine.kilobytes, engine.memory].join(' | ')} |`,
  )
}

async function measureBare(to: Sink, count: number): Promise<number> {
  to.clear()
  const args = ['bench/bare.ts', String(to.port), String(count)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return Number(stdout)
}

async function measureEngine(setup: Setup, followers: number, to: Sink) {
  const host = await openHost(setup, to.url)
  try {
    await host.start()
    const cookie = await makeMember(host.url)
    await host.stop()
    await host.addFollowers('ana', followers)
    await host.start()
    await openHome(host.url, cookie)
    to.clear()
    const started = Date.now()
    const post = performance.now()
    await send(host.url, '/api/drops', { note: 'For the bench' }, cookie)
    const answered = Math.round(performance.now() - post)
    const asked = askForConfirms(host.url)
    await to.reached(followers)
    const { at, firstDrop, bytes } = to.seen()
    const confirm = await asked.stop(to)
    const rate = followers / ((at - (firstDrop ?? at)) / 1000)
    return {
      rate,
      first: (firstDrop ?? at) - started,
      post: answered,
      confirm,
      kilobytes: Math.round(bytes / followers / 1024),
      memory: await host.memory(),
    }
  } finally {
    await host.stop()
    await host.close()
  }
}

/** Visitors ask for confirm mails while the drop runs, a few each second. */
function askForConfirms(url: string) {
  const askedAt = new Map<string, number>()
  let running = true
  const asking = (async () => {
    for (let n = 0; running; n++) {
      const email = `visitor-${n}@mail.test`
      askedAt.set(email, Date.now())
      await send(url, '/api/users/ana/followers', { email })
      await new Promise(resolve => setTimeout(resolve, 200))
    }
  })()
  return {
    /** The 95th percentile of the milliseconds from asking to arriving. */
    async stop(to: Sink) {
      running = false
      await asking
      const deadline = Date.now() + 10_000
      while (to.confirmed.size < askedAt.size && Date.now() < deadline) {
        await new Promise(resolve => setTimeout(resolve, 50))
      }
      const waits = [...askedAt].map(([email, at]) => (to.confirmed.get(email) ?? Infinity) - at)
      waits.sort((a, b) => a - b)
      return waits[Math.floor(waits.length * 0.95)] ?? Number.NaN
    },
  }
}

/** What a member's browser asks for before anybody can press the button. */
async function openHome(url: string, cookie: string) {
  const calls = ['user', 'tracks', 'drops/has-changes', 'drops/check-weekly-limit']
  for (const path of ['/home', ...calls.map(call => `/api/${call}`)]) {
    const answer = await fetch(url + path, { headers: { cookie } })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    await answer.text()
  }
}

async function makeMember(url: string): Promise<string> {
  const answer = await send(url, '/api/register', {
    username: 'ana',
    email: 'ana@mail.test',
    password: 'correct horse',
  })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  for (const id of links)
    await send(url, '/api/tracks', { spotifyUrl: `https://open.spotify.com/track/${id}` }, cookie)
  return cookie
}

async function send(url: string, path: string, body: object, cookie = '') {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer
}
