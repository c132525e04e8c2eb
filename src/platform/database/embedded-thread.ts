import { setFlagsFromString } from 'node:v8'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { asError } from '../errors.ts'
import { DurableFiles } from './durable-files.ts'

/** What the thread reports once: that the database is open, or why it is not. */
export type Opened = 'open' | Error
/** What the thread is told: to close, or a new connection, over which whole messages of PostgreSQL's protocol are exchanged. */
export type Request = 'close' | MessagePort

/** The embedded PostgreSQL in a folder. Runs in a thread, because each statement and each flush stops its event loop. */
export async function openPglite(folder: string): Promise<PGlite> {
  saveCompilerMemory()
  return PGlite.create({
    fs: new DurableFiles(folder),
    extensions: { pg_trgm },
    startParams: [
      // `-F` turns fsync off.
      ...PGlite.defaultStartParams.filter(parameter => parameter !== '-F'),
      // PGlite takes 128 MB by default, all of it at start.
      ...['-c', 'shared_buffers=32MB'],
      // emscripten's fdatasync, the other method, does nothing.
      ...['-c', 'wal_sync_method=fsync'],
    ],
  })
}

/**
 * V8 compiles a WebAssembly function again, optimized, once it has run for long. For the largest function of
 * PGlite, which every start reaches, the compiler takes 600 MB of memory for a second. Without it a statement
 * that reads many rows takes up to twice as long; those of pages and follows do not. The flags are the process's.
 */
function saveCompilerMemory() {
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}

if (parentPort) {
  const parent = parentPort
  try {
    const pglite = await openPglite(workerData)
    parent.on('message', async (request: Request) => {
      if (request !== 'close') return serve(pglite, request)
      await pglite.close()
      parent.close()
    })
    parent.postMessage('open' satisfies Opened)
  } catch (error) {
    parent.postMessage(asError(error) satisfies Opened)
  }
}

async function serve(pglite: PGlite, connection: MessagePort) {
  // PGlite has one session: what the connection before left in it would confuse this one.
  await pglite.exec('rollback')
  await pglite.exec('discard all')
  connection.on('message', (message: Uint8Array) => {
    // A copy, because it can be a part of PGlite's own buffer.
    const reply = new Uint8Array(pglite.execProtocolRawSync(message))
    connection.postMessage(reply, [reply.buffer])
  })
}
