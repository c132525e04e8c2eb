import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../scripts/temporary-postgres.ts'

/** Where a proxy has its files, and the ports that stand in for 443 and for 3000 and 3001 of docs/operate.md. */
export type ProxyPlace = { folder: string; tlsPort: number; appPorts: [number, number] }

type Proxy = {
  name: 'nginx' | 'Caddy'
  isInstalled: boolean
  /** Starts the proxy with the configuration of docs/operate.md. */
  start(place: ProxyPlace): Promise<ChildProcess>
}

export const proxies: Proxy[] = [
  {
    name: 'nginx',
    isInstalled: spawnSync('nginx', ['-v']).status === 0,
    async start(place) {
      const file = join(place.folder, 'nginx.conf')
      await writeFile(file, await nginxConfiguration(place))
      return spawn('nginx', ['-c', file, '-e', 'stderr'], { stdio: 'ignore' })
    },
  },
  {
    name: 'Caddy',
    isInstalled: spawnSync('caddy', ['version']).status === 0,
    async start(place) {
      const { folder } = place
      await writeFile(join(folder, 'Caddyfile'), await caddyConfiguration(place))
      return spawn('caddy', ['run', '--config', join(folder, 'Caddyfile')], {
        env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
        stdio: 'ignore',
      })
    },
  },
]

export async function proxyPlace(folder: string): Promise<ProxyPlace> {
  const subject = ['-subj', '/CN=radr.example', '-addext', 'subjectAltName=DNS:radr.example']
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject], {
    stdio: 'ignore',
  })
  return { folder, tlsPort: await freePort(), appPorts: [await freePort(), await freePort()] }
}

export async function stopProcess(process: ChildProcess) {
  if (process.exitCode !== null || process.signalCode !== null) return
  const ended = once(process, 'exit')
  process.kill('SIGTERM')
  await ended
}

async function caddyConfiguration({ folder, tlsPort, appPorts }: ProxyPlace) {
  const site =
    /```\n(radr\.example \{\n.*?)```/s.exec(await readFile('docs/operate.md', 'utf8'))?.[1] ?? ''
  const certificate = `tls ${join(folder, 'fullchain.pem')} ${join(folder, 'privkey.pem')}`
  return `{
    admin off
    auto_https disable_redirects
    default_bind 127.0.0.1
  }
  ${withPorts(site, appPorts).replace('radr.example {', `radr.example:${tlsPort} {\n${certificate}`)}`
}

async function nginxConfiguration({ folder, tlsPort, appPorts }: ProxyPlace) {
  const documented =
    /```nginx\n(.*?)```/s.exec(await readFile('docs/operate.md', 'utf8'))?.[1] ?? ''
  const server = withPorts(documented, appPorts)
    .replace('listen 443', `listen 127.0.0.1:${tlsPort}`)
    .replace(/^ *listen \[::\].*\n/m, '')
    .replaceAll('/etc/letsencrypt/live/radr.example', folder)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  // The workers of a root process would be another user, who cannot use the folder.
  return `user root; daemon off; pid ${folder}/pid; error_log stderr;
    events {} http { access_log off; ${temporary} ${server} }`
}

const withPorts = (documented: string, [first, second]: [number, number]) =>
  documented
    .replace('127.0.0.1:3000', `127.0.0.1:${first}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${second}`)
