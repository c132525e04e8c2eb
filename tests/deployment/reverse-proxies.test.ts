import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { fastFolder } from '../../scripts/temporary-postgres.ts'
import { outputOf, spawnWorker } from '../processes/worker-processes.ts'
import { copyDataDir } from '../test-database.ts'
import { proxies, proxyPlace, stopProcess } from './documented-proxies.ts'

const folder = await mkdtemp(join(await fastFolder(), 'radr-proxy-'))
const processes: ChildProcess[] = []
afterEach(async () => {
  for (const process of processes.splice(0)) await stopProcess(process)
  await rm(folder, { recursive: true })
})

type Ask = { path: string; headers?: Record<string, string>; body?: string | Buffer }

async function askProxy(tlsPort: number, { path, headers, body }: Ask) {
  const outgoing = request({
    host: '127.0.0.1',
    port: tlsPort,
    servername: 'radr.example',
    ca: await readFile(join(folder, 'fullchain.pem')),
    path,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      host: `radr.example:${tlsPort}`,
      origin: `https://radr.example:${tlsPort}`,
      ...headers,
    },
  })
  outgoing.end(body)
  const [response] = await once(outgoing, 'response')
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

const json = { 'content-type': 'application/json' }
const account = { username: 'someone', email: 'someone@mail.test', password: 'correct horse' }

for (const { name, isInstalled, start } of proxies)
  test.runIf(isInstalled)(`The documented configuration of ${name} works`, async () => {
    await mkdir(folder, { recursive: true })
    const place = await proxyPlace(folder)
    const publicUrl = `https://radr.example:${place.tlsPort}`
    const ask = (path: string, headers: Record<string, string> = {}, body?: string | Buffer) =>
      askProxy(place.tlsPort, { path, headers, ...(body !== undefined && { body }) })
    const dataDir = join(folder, 'data')
    copyDataDir(dataDir)
    const settings = { PUBLIC_URL: publicUrl, PORT: String(place.appPorts[0]), TRUST_PROXY: '1' }
    const app = spawnWorker(
      { DATA_DIR: dataDir, OUTSIDE_SERVICES: 'off', LOG_LEVEL: 'info', ...settings },
      0,
      'pipe',
    )
    const log = outputOf(app)
    processes.push(await start(place), app)
    await expect.poll(() => ask('/livez').catch(() => null)).toMatchObject({ status: 200 })

    expect(await ask('/charts')).toMatchObject({
      status: 200,
      headers: { 'strict-transport-security': 'max-age=31536000' },
    })
    // The documented site of Caddy is of one name alone, and the response is empty.
    expect(await ask('/charts', { host: 'www.radr.example' })).toMatchObject(
      name === 'Caddy'
        ? { status: 200 }
        : { status: 308, headers: { location: `${publicUrl}/charts` } },
    )
    const registered = await ask('/api/register', json, JSON.stringify(account))
    expect(registered.status).toBe(201)
    const cookie = String(registered.headers['set-cookie']).split(';')[0] ?? ''
    expect(cookie).toMatch(/^__Host-session=/)
    // The archive is larger than what nginx takes by default, and nearly as large as an import may be.
    const archive = { 'content-type': 'application/zip', cookie }
    expect((await ask('/api/user/archive', archive, Buffer.alloc(10_400_000, 1))).body).toContain(
      '"code":"email_not_confirmed"',
    )
    const wrong = JSON.stringify({ email: account.email, password: 'not this one' })
    await ask('/api/login', { ...json, 'x-forwarded-for': '203.0.113.7' }, wrong)
    await expect.poll(log).toContain('"client":"127.0.0.1","msg":"sign-in failed"}')
  })
