import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, realpath, rm, symlink } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { tryLock } from 'fs-native-extensions'

type RequestHandler = (request: string) => Promise<string>

const lockFile = 'radr.lock'
const socketFile = 'radr.sock'

/** Bytes of a socket's path: 104 on macOS, 108 on Linux, with a zero at the end. */
const maxPathBytes = 103

/** Whether a path leads to what a lock leaves in its folder: no copy of the folder needs it. */
export const belongsToLock = (path: string) => [lockFile, socketFile].includes(basename(path))

/**
 * Locks a folder for this process; null when another process has it locked. The operating system releases
 * the lock of a file however the process ends. Beside the lock a local socket listens, to which other
 * processes send requests with `requestFromOwner`.
 */
export async function lockDirectory(
  folder: string,
  handle: RequestHandler,
): Promise<{ release(): Promise<void> } | null> {
  const lock = await open(join(folder, lockFile), 'a', 0o600)
  if (!tryLock(lock.fd)) {
    await lock.close()
    return null
  }
  const server = createServer({ allowHalfOpen: true }, socket => respond(socket, handle))
  try {
    // The socket of a killed process may be removed only by the holder of the lock.
    await rm(join(folder, socketFile), { force: true })
    await withSocketPath(folder, path => listen(server, path))
  } catch (error) {
    await lock.close()
    throw error
  }
  return {
    async release() {
      await new Promise(done => server.close(done))
      await rm(join(folder, socketFile), { force: true })
      await lock.close()
    },
  }
}

export async function isLocked(folder: string): Promise<boolean> {
  try {
    const socket = await connectToOwner(folder)
    socket.destroy()
    return true
  } catch {
    return false
  }
}

export async function requestFromOwner(folder: string, request: string): Promise<string> {
  const socket = await connectToOwner(folder)
  socket.end(request)
  return text(socket)
}

const connectToOwner = (folder: string): Promise<Socket> =>
  withSocketPath(folder, async path => {
    const socket = connect(path)
    await once(socket, 'connect')
    return socket
  })

async function listen(server: Server, path: string) {
  server.listen(path)
  await once(server, 'listening')
  server.unref()
}

/** If the path is too long for a socket, `use` gets a symbolic link to it, which exists meanwhile. */
async function withSocketPath<T>(folder: string, use: (path: string) => Promise<T>): Promise<T> {
  if (process.platform === 'win32') {
    const hash = createHash('sha256').update(await realpath(folder))
    return use(`\\\\.\\pipe\\radr-${hash.digest('hex').slice(0, 24)}`)
  }
  const path = join(folder, socketFile)
  if (Buffer.byteLength(path) <= maxPathBytes) return use(path)
  const links = await mkdtemp(join(tmpdir(), 'radr-'))
  try {
    await symlink(await realpath(folder), join(links, 'db'))
    return await use(join(links, 'db', socketFile))
  } finally {
    await rm(links, { recursive: true })
  }
}

/** A client without a request only checks whether the folder is locked. */
async function respond(socket: Socket, handle: RequestHandler) {
  socket.on('error', () => socket.destroy())
  const request = await text(socket).catch(() => '')
  const response = request && (await handle(request).catch((error: Error) => error.message))
  socket.end(response)
}
