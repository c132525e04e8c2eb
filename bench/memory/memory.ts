import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { buildWhenNeeded } from '../../scripts/build-when-needed.ts'
import { openAppProcesses } from '../app-processes.ts'

// npm run bench:memory
// Resident memory (VmRSS) of one process, in MB: at rest, which is some seconds after its start, and for a
// member with 100,000 followers, after their pages and lists were requested. PGlite alone and node alone
// show what is not the app's.

const followers = 100_000
const rounds = 30
const pgliteOnly = join(import.meta.dirname, 'pglite-only.ts')

await buildWhenNeeded()
console.log('| process | at rest | with 100,000 followers, at rest | after requests | peak |')
console.log('| --- | ---: | ---: | ---: | ---: |')
row('node alone', own('-e', 'console.log(process.memoryUsage.rss() / 2 ** 20)'))
for (const settings of ['default', 'our']) {
  const folder = await mkdtemp(join(tmpdir(), 'radr-bench-'))
  const [created, reopened] = [1, 2].map(() => own(pgliteOnly, folder, settings))
  row(`PGlite alone, ${settings} settings, creating the database`, created)
  row(`PGlite alone, ${settings} settings`, reopened)
  await rm(folder, { recursive: true })
}
await measure('web on PostgreSQL', true)
await measure('everything on the embedded database', false)

async function measure(name: string, postgres: boolean) {
  const app = await openAppProcesses({ name, postgres, workers: 0 }, 'smtp://127.0.0.1:9')
  try {
    await app.start()
    const cookie = await register(app.url)
    await app.stop()
    const atRest = await startAndRest(app)
    await app.stop()
    await app.addFollowers('ana', followers)
    const withFollowers = await startAndRest(app)
    for (let round = 0; round < rounds; round++) await requestPages(app.url, cookie)
    const afterRequests = await app.residentMemory()
    row(name, [atRest, withFollowers, afterRequests, await app.memory()])
  } finally {
    await app.stop()
    await app.close()
  }
}

async function startAndRest(app: Awaited<ReturnType<typeof openAppProcesses>>) {
  await app.start()
  await setTimeout(5_000)
  return app.residentMemory()
}

async function register(url: string): Promise<string> {
  const response = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username: 'ana',
      email: 'ana@mail.test',
      password: 'correct horse',
    }),
  })
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function requestPages(url: string, cookie: string) {
  const lists = ['page=1', `page=${followers / 100}`, 'search=fan-99999'].map(
    query => `/api/followers?pageSize=100&${query}`,
  )
  for (const path of ['/ana', '/home', '/followers', '/charts', '/api/user', ...lists]) {
    const response = await fetch(url + path, { headers: { cookie } })
    if (!response.ok) throw new Error(`${path} returned ${response.status}`)
    await response.arrayBuffer()
  }
}

/** Runs a script that prints its resident memory in MB, and may print its peak. */
function own(...args: string[]) {
  const printed = execFileSync(process.execPath, args, { encoding: 'utf8' })
  const [atRest = '', peak = ''] = printed.trim().split(' ')
  return [atRest, '', '', peak].map(size => size && Math.round(Number(size)))
}

function row(name: string, cells: (number | string)[] = []) {
  console.log(`| ${[name, ...cells].join(' | ')} |`)
}
