import { execFileSync } from 'node:child_process'
import { chown, glob, mkdtemp, rm, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

type TemporaryPostgres = { url: string; stop(): Promise<void> }

/** Starts a PostgreSQL server that loses its data when it stops; null where it is not installed. */
export async function startPostgres(): Promise<TemporaryPostgres | null> {
  const bin = await findPostgres()
  if (!bin) return null
  const folder = await mkdtemp(join(await fastFolder(), 'radr-postgres-'))
  const owner = unprivilegedOwner()
  if (owner) await chown(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  const run = (command: string, ...args: string[]) =>
    execFileSync(join(bin, command), args, { ...owner, cwd: folder, stdio: 'ignore' })
  run('initdb', '-D', data, '-U', 'radr', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync')
  const settings = `-h 127.0.0.1 -p ${port} -c fsync=off -c full_page_writes=off -c max_connections=300 -c unix_socket_directories=${folder}`
  // Its log goes to a file: into a pipe that nobody empties the whole server would block.
  run('pg_ctl', 'start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', settings)
  run('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', 'radr', 'radr')
  return {
    url: `postgres://radr@127.0.0.1:${port}/radr`,
    async stop() {
      run('pg_ctl', 'stop', '-w', '-m', 'immediate', '-D', data)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The folder of `initdb`: where Debian installs it, or on the PATH; null where it is not installed. */
export async function findPostgres(): Promise<string | null> {
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const debian = await Array.fromAsync(glob('/usr/lib/postgresql/*/bin'))
  for (const folder of [...debian.sort().reverse(), ...onPath]) {
    for await (const _ of glob(join(folder, 'initdb'))) return folder
  }
  return null
}

/** In memory, where there is a gigabyte of it. */
async function fastFolder() {
  const memory = await statfs('/dev/shm').catch(() => null)
  return memory && memory.bavail * memory.bsize > 2 ** 30 ? '/dev/shm' : tmpdir()
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
