import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, glob, mkdtemp, statfs, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

export type PostgresServer = {
  port: number
  /** Starts with settings such as `work_mem=64MB`, which win over those that `alter system` has stored. */
  start(settings?: string[]): Promise<void>
  /** Ends every connection as a crash would. */
  restart(): Promise<void>
  /** `immediate` as by a crash; `fast` sends everything to the replicas first. */
  end(mode: 'immediate' | 'fast'): Promise<void>
  promote(): Promise<void>
  /** A synchronous replica: it has every commit before the client gets the response. */
  addStandby(): Promise<PostgresServer>
  /** A copy that recovers when it is started, by a `restore_command`. */
  baseBackup(): Promise<PostgresServer>
}

/** Starts a server that loses its data when it stops, and stops when this process ends in any way. Null where PostgreSQL is not installed. */
export async function startPostgres() {
  const bin = await findPostgres()
  if (!bin) return null
  const folder = await mkdtemp(join(await fastFolder(), 'radr-postgres-'))
  const owner = unprivilegedOwner()
  if (owner) await chown(folder, owner.uid, owner.gid)
  // The cleaner's input ends with this process. It is detached, because Ctrl+C is sent to the whole process group.
  const cleaner = spawn('sh', ['-c', cleanUp], {
    ...owner,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  cleaner.unref()
  const run = async (command: string, ...args: string[]) => {
    const child = spawn(join(bin, command), args, { ...owner, cwd: folder, stdio: 'ignore' })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${command} ended with code ${code}`)
  }
  const listening = (port: number) => ['-h', '127.0.0.1', '-p', String(port), '-U', 'radr']
  const server = (name: string, port: number): PostgresServer => {
    const data = join(folder, name)
    const control = (...args: string[]) => run('pg_ctl', ...args, '-w', '-D', data)
    return {
      port,
      start(settings = []) {
        const options = [
          `-h 127.0.0.1 -p ${port}`,
          ...['fsync=off', 'full_page_writes=off', 'max_connections=300', ...settings].map(
            setting => `-c "${setting}"`,
          ),
          `-c unix_socket_directories=${folder}`,
        ]
        // The log goes to a file, because the server would block on a full pipe that nobody reads.
        return control('start', '-l', `${data}.log`, '-o', options.join(' '))
      },
      restart: () => control('restart', '-m', 'immediate'),
      end: mode => control('stop', '-m', mode),
      promote: () => control('promote'),
      async addStandby() {
        const standby = await copy('-R')
        await standby.start()
        // Comes after the copy, which would wait for a replica of its own once it is promoted.
        await run('psql', ...listening(port), '-c', makeSynchronous, 'radr')
        await control('reload')
        return standby
      },
      async baseBackup() {
        const backup = await copy()
        await writeFile(join(folder, `copy-${copies}`, 'recovery.signal'), '')
        return backup
      },
    }
    async function copy(...options: string[]) {
      const copied = server(`copy-${++copies}`, await freePort())
      const to = ['-D', join(folder, `copy-${copies}`), ...listening(port)]
      await run('pg_basebackup', ...options, '-c', 'fast', ...to)
      return copied
    }
  }
  let copies = 0
  const port = await freePort()
  const primary = server('data', port)
  const cluster = ['-U', 'radr', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync']
  await run('initdb', '-D', join(folder, 'data'), ...cluster)
  await primary.start()
  await run('createdb', ...listening(port), 'radr')
  return {
    ...primary,
    url: `postgres://radr@127.0.0.1:${port}/radr`,
    async stop() {
      cleaner.ref()
      cleaner.stdin.end()
      await once(cleaner, 'exit')
    },
  }
}

const cleanUp = `
  read -r _
  for file in */postmaster.pid; do
    pid=$(head -n 1 "$file") && kill -QUIT "$pid" && while kill -0 "$pid"; do sleep 0.05; done
  done
  rm -rf "$PWD"`

const makeSynchronous = "alter system set synchronous_standby_names = '*'"

export async function findPostgres(): Promise<string | null> {
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const debian = await Array.fromAsync(glob('/usr/lib/postgresql/*/bin'))
  for (const folder of [...debian.sort().reverse(), ...onPath]) {
    for await (const _ of glob(join(folder, 'initdb'))) return folder
  }
  return null
}

/** A folder for temporary files: in memory, where there is a gigabyte of it. */
export async function fastFolder() {
  const memory = await statfs('/dev/shm').catch(() => null)
  return memory && memory.bavail * memory.bsize > 2 ** 30 ? '/dev/shm' : tmpdir()
}

/** PostgreSQL and PgBouncer refuse to run as root; then they run as `postgres`, or as `nobody`. */
export function unprivilegedOwner(): { uid: number; gid: number } | null {
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
