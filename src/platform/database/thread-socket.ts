import { Duplex } from 'node:stream'
import { MessageChannel, type Worker } from 'node:worker_threads'
import type { Request } from './embedded-thread.ts'

type Done = (error?: Error | null) => void

/** A connection of `pg` to the thread of the embedded database, in place of a network socket. */
export class ThreadSocket extends Duplex {
  readonly #worker: Worker
  readonly #channel = new MessageChannel()

  constructor(worker: Worker) {
    super()
    this.#worker = worker
    this.#channel.port1.on('message', (reply: Uint8Array<ArrayBuffer>) => {
      this.push(Buffer.from(reply.buffer))
    })
  }

  connect() {
    const { port2 } = this.#channel
    this.#worker.postMessage(port2 satisfies Request, [port2])
    process.nextTick(() => this.emit('connect'))
    return this
  }
  setNoDelay = () => this
  setKeepAlive = () => this
  ref = () => this
  unref = () => this

  override _read() {}

  override _write(chunk: Buffer, _encoding: string, done: Done) {
    this.#send(chunk, done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done) {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  override _final(done: Done) {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: Done) {
    this.#channel.port1.close()
    done(error)
  }

  #send(messages: Buffer, done: Done) {
    // A copy, because small buffers are parts of one that Node shares.
    const copy = new Uint8Array(messages)
    this.#channel.port1.postMessage(copy, [copy.buffer])
    done()
  }
}
