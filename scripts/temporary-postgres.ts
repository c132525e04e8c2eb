import { execFileSync, spawn } from 'node:child_process'
import { chown, glob, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

export type TemporaryPostgres = { url: string; stop(): Promise<void> }

/** Starts a PostgreSQL of its own from the installed binaries, or answers null where there are none. */
export async function startPostgres(): Promise<TemporaryPostgres | null> {
  const bin = await findBinaries()
  if (!bin) return null
  const folder = await mkdtemp(join(tmpdir(), 'radr-postgres-'))
  const owner = unprivilegedOwner()
  if (owner) await chown(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'radr', '-A', 'trust', '-E', 'UTF8', '--no-locale'],
    {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
    },
  )
  const settings = ['fsync=off', 'max_connections=300', `unix_socket_directories=${folder}`]
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-h', '127.0.0.1', '-p', String(port), ...settings.flatMap(each => ['-c', each])],
    { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  await untilReady(server.stderr)
  execFileSync(join(bin, 'createdb'), ['-h', '127.0.0.1', '-p', String(port), '-U', 'radr', 'radr'])
  return {
    url: `postgres://radr@127.0.0.1:${port}/radr`,
    async stop() {
      const ended = new Promise(resolve => server.once('exit', resolve))
      server.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Where `initdb` is: on the PATH, or where Debian keeps its versions. */
async function findBinaries(): Promise<string | null> {
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const debian = await Array.fromAsync(glob('/usr/lib/postgresql/*/bin'))
  for (const folder of [...debian.sort().reverse(), ...onPath]) {
    for await (const _ of glob(join(folder, 'initdb'))) return folder
  }
  return null
}

/** PostgreSQL refuses to run as root; then it runs as `postgres`, or as `nobody`. */
function unprivilegedOwner(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // There is no such user; try the next.
    }
  }
  throw new Error('PostgreSQL cannot run as root and there is no other user to run it')
}

function untilReady(stderr: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    stderr.on('data', (chunk: Buffer) => {
      said += chunk
      if (said.includes('ready to accept connections')) resolve()
    })
    stderr.on('end', () => reject(new Error(`PostgreSQL did not start:\n${said}`)))
  })
}

/** A port nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
