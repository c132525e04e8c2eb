import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { fastFolder, freePort } from '../scripts/temporary-postgres.ts'
import { copyDataDir } from './test-database.ts'
import { spawnWorker } from './worker-processes.ts'

const folder = await mkdtemp(join(await fastFolder(), 'radr-proxy-'))
const [tlsPort, appPort] = [await freePort(), await freePort()]
const publicUrl = `https://radr.example:${tlsPort}`
const processes: ChildProcess[] = []
afterEach(async () => {
  for (const process of processes.splice(0)) {
    const ended = process.exitCode === null && once(process, 'exit')
    process.kill('SIGTERM')
    await ended
  }
  await rm(folder, { recursive: true })
})

type Proxy = {
  name: string
  isInstalled: boolean
  /** What it does with a host name that is not the app's. */
  otherHost: { status: number; headers?: { location: string } }
  start(): Promise<ChildProcess>
}

const proxies: Proxy[] = [
  {
    name: 'nginx',
    isInstalled: spawnSync('nginx', ['-v']).status === 0,
    otherHost: { status: 308, headers: { location: `${publicUrl}/charts` } },
    async start() {
      await writeFile(join(folder, 'nginx.conf'), await nginxConfiguration())
      return spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'])
    },
  },
  {
    name: 'Caddy',
    isInstalled: spawnSync('caddy', ['version']).status === 0,
    // The documented site is of one name alone, and the response is empty.
    otherHost: { status: 200 },
    async start() {
      await writeFile(join(folder, 'Caddyfile'), await caddyConfiguration())
      return spawn('caddy', ['run', '--config', join(folder, 'Caddyfile')], {
        env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
        stdio: 'ignore',
      })
    },
  },
]

// The configurations in docs/operate.md with the ports and files of the test.

async function caddyConfiguration() {
  const site =
    /```\n(radr\.example \{\n.*?)```/s.exec(await readFile('docs/operate.md', 'utf8'))?.[1] ?? ''
  const certificate = `tls ${join(folder, 'fullchain.pem')} ${join(folder, 'privkey.pem')}`
  return `{
    admin off
    auto_https disable_redirects
    default_bind 127.0.0.1
  }
  ${site.replace('radr.example {', `radr.example:${tlsPort} {\n${certificate}`).replace('127.0.0.1:3000', `127.0.0.1:${appPort}`)}`
}

async function nginxConfiguration() {
  const documented =
    /```nginx\n(.*?)```/s.exec(await readFile('docs/operate.md', 'utf8'))?.[1] ?? ''
  const server = documented
    .replace('listen 443', `listen 127.0.0.1:${tlsPort}`)
    .replace(/^ *listen \[::\].*\n/m, '')
    .replaceAll('/etc/letsencrypt/live/radr.example', folder)
    .replace('127.0.0.1:3000', `127.0.0.1:${appPort}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  // As root its workers would be another user, who cannot use the folder.
  return `user root; daemon off; pid ${folder}/pid; error_log stderr;
    events {} http { access_log off; ${temporary} ${server} }`
}

function makeCertificate() {
  const subject = ['-subj', '/CN=radr.example', '-addext', 'subjectAltName=DNS:radr.example']
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject], {
    stdio: 'ignore',
  })
}

async function ask(path: string, headers: Record<string, string> = {}, body?: string | Buffer) {
  const outgoing = request({
    host: '127.0.0.1',
    port: tlsPort,
    servername: 'radr.example',
    ca: await readFile(join(folder, 'fullchain.pem')),
    path,
    method: body === undefined ? 'GET' : 'POST',
    headers: { host: `radr.example:${tlsPort}`, origin: publicUrl, ...headers },
  })
  outgoing.end(body)
  const [response] = await once(outgoing, 'response')
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

const json = { 'content-type': 'application/json' }
const account = { username: 'someone', email: 'someone@mail.test', password: 'correct horse' }

for (const { name, isInstalled, otherHost, start } of proxies)
  test.runIf(isInstalled)(`The documented configuration of ${name} works`, async () => {
    await mkdir(folder, { recursive: true })
    makeCertificate()
    const dataDir = join(folder, 'data')
    copyDataDir(dataDir)
    const settings = { PUBLIC_URL: publicUrl, PORT: String(appPort), TRUST_PROXY: '1' }
    const app = spawnWorker(
      { DATA_DIR: dataDir, OUTSIDE_SERVICES: 'off', LOG_LEVEL: 'warn', ...settings },
      0,
      'pipe',
    )
    let log = ''
    app.stdout?.on('data', chunk => {
      log += chunk
    })
    processes.push(await start(), app)
    await expect
      .poll(() => ask('/livez').catch(() => null), { timeout: 60_000 })
      .toMatchObject({ status: 200 })

    expect(await ask('/charts')).toMatchObject({
      status: 200,
      headers: { 'strict-transport-security': 'max-age=31536000' },
    })
    expect(await ask('/charts', { host: 'www.radr.example' })).toMatchObject(otherHost)
    const registered = await ask('/api/register', json, JSON.stringify(account))
    expect(registered.status).toBe(201)
    const cookie = String(registered.headers['set-cookie']).split(';')[0] ?? ''
    expect(cookie).toMatch(/^__Host-session=/)
    // Larger than what nginx takes by default, and nearly as large as an import may be.
    const archive = { 'content-type': 'application/zip', cookie }
    expect((await ask('/api/user/archive', archive, Buffer.alloc(10_400_000, 1))).body).toContain(
      '"code":"invalid_archive"',
    )
    const wrong = JSON.stringify({ email: account.email, password: 'not this one' })
    await ask('/api/login', { ...json, 'x-forwarded-for': '203.0.113.7' }, wrong)
    await expect.poll(() => log).toContain('"client":"127.0.0.1","msg":"sign-in failed"}')
  })
