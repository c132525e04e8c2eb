import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** Milliseconds. Often enough that the socket never counts as silent while the server responds. */
const pingMs = 3_000
const reconnectMs = 1_000

type Subscription = {
  channel: string
  onNotification(payload: string): void
  /** Called after each connect: notifications that were sent before are lost. */
  onConnect(): void
}

/** Listens on a channel with a connection of its own, which is replaced whenever it breaks, until `close`. */
export function listen(
  config: pg.ClientConfig,
  openSocket: () => Socket,
  { channel, onNotification, onConnect }: Subscription,
) {
  const closing = new AbortController()
  void run()
  return { close: async () => closing.abort() }

  async function run() {
    while (!closing.signal.aborted) {
      const socket = openSocket()
      const disconnect = () => socket.destroy()
      closing.signal.addEventListener('abort', disconnect)
      // Whatever ends a connection, the next one is opened; other statements report that the database is away.
      await listenUntilItEnds(socket).catch(() => {})
      closing.signal.removeEventListener('abort', disconnect)
      disconnect()
      await wait(reconnectMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  async function listenUntilItEnds(socket: Socket) {
    const client = new pg.Client({ ...config, stream: () => socket })
    client.on('error', () => {})
    client.on('notification', ({ payload }) => {
      if (payload !== undefined) onNotification(payload)
    })
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    onConnect()
    for (;;) {
      await wait(pingMs, undefined, { signal: closing.signal })
      await client.query('select 1')
    }
  }
}
