import type { RequestListener } from 'node:http'
import { setImmediate as afterPoll, setTimeout as wait } from 'node:timers/promises'

/**
 * Milliseconds without work before a process that drained closes its port. The kernel resets connections that it has
 * completed and the process has not accepted yet, and an event loop without work catches up with them.
 */
const holdTime = 50

/** The same listener for a server that can leave without losing a request, behind a proxy that has others. */
export function drainable(listener: RequestListener) {
  let isDraining = false
  /** Requests that wait until the port is closed. */
  let queued: (() => void)[] | null = null
  let accepted = 0

  /** A turn of the event loop accepts one connection, and a busy machine has completed several meanwhile. */
  async function acceptAll() {
    for (let before = -1; before < accepted; ) {
      before = accepted
      await afterPoll()
    }
  }

  const listen: RequestListener = (request, response) => {
    if (isDraining) response.setHeader('connection', 'close')
    if (queued) queued.push(() => listener(request, response))
    else listener(request, response)
  }

  return {
    listen,
    onConnection() {
      accepted++
    },
    start() {
      isDraining = true
    },
    /** Calls `close`, after a drain while no request is in work. */
    async close(close: () => Promise<void>) {
      if (!isDraining) return close()
      queued = []
      await wait(holdTime)
      await acceptAll()
      const closed = close()
      for (const serve of queued) serve()
      queued = null
      await closed
    },
  }
}
