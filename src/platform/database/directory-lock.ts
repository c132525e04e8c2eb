import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { realpath, unlink } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** Handles a request of another process to the one that has locked the folder. */
type RequestHandler = (request: string) => Promise<string>

/**
 * Locks a folder for this process; null when another process has it locked. The lock is a listening
 * local socket, because the operating system closes it however the process ends. Other processes send
 * requests to it with `requestFromOwner`.
 */
export async function lockDirectory(
  folder: string,
  handle: RequestHandler,
): Promise<{ release(): Promise<void> } | null> {
  const path = await socketPath(folder)
  let server = await listen(path, handle)
  if (!server) {
    if (await isLocked(folder)) return null
    await unlink(path)
    server = await listen(path, handle)
    if (!server) return null
  }
  const lock = server
  return { release: () => new Promise(done => lock.close(() => done())) }
}

/** Whether a process has locked the folder. */
export async function isLocked(folder: string): Promise<boolean> {
  const socket = connect(await socketPath(folder))
  return new Promise(resolve => {
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Sends a request to the process that has locked the folder, and returns its response. */
export async function requestFromOwner(folder: string, request: string): Promise<string> {
  const socket = connect(await socketPath(folder))
  await once(socket, 'connect')
  socket.end(request)
  return text(socket)
}

async function socketPath(folder: string) {
  const name = `radr-${createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 24)}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

function listen(path: string, handle: RequestHandler): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer({ allowHalfOpen: true }, socket => respond(socket, handle))
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(path, () => {
      server.unref()
      resolve(server)
    })
  })
}

/** A client without a request only checks whether the folder is locked. */
async function respond(socket: Socket, handle: RequestHandler) {
  socket.on('error', () => socket.destroy())
  const request = await text(socket).catch(() => '')
  const response = request && (await handle(request).catch((error: Error) => error.message))
  socket.end(response)
}
