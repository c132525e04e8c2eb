import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort, unprivilegedOwner } from '../../scripts/temporary-postgres.ts'

/** Starts PgBouncer in transaction mode before the database at `url`; null where it is not installed. */
export async function startPgBouncer(url: string) {
  const { hostname, port, pathname, username } = new URL(url)
  const folder = await mkdtemp(join(tmpdir(), 'radr-pgbouncer-'))
  const owner = unprivilegedOwner()
  if (owner) await chown(folder, owner.uid, owner.gid)
  const listenPort = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
`,
  )
  if (owner) await chown(file, owner.uid, owner.gid)
  const process = spawn('pgbouncer', ['--quiet', file], { ...owner, stdio: 'ignore' })
  const isInstalled = await once(process, 'spawn').then(
    () => true,
    () => false,
  )
  if (!isInstalled) return null
  while (!(await accepts(listenPort))) await wait(20)
  return {
    url: `postgres://${username}@127.0.0.1:${listenPort}${pathname}`,
    async stop() {
      const ended = once(process, 'exit')
      process.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
