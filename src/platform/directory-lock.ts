import { createHash } from 'node:crypto'
import { realpath, unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Marks a folder as in use by this process, or answers null when another process holds it. The mark
 * is a listening local socket, because it dies with its process, however that ends.
 */
export async function lockDirectory(folder: string): Promise<{ release(): Promise<void> } | null> {
  const name = `radr-${createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 24)}`
  const path =
    process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
  let server = await listen(path)
  if (!server) {
    if (await answers(path)) return null
    await unlink(path)
    server = await listen(path)
    if (!server) return null
  }
  const held = server
  return { release: () => new Promise(done => held.close(() => done())) }
}

function listen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer(socket => socket.end())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(path, () => {
      server.unref()
      resolve(server)
    })
  })
}

function answers(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
