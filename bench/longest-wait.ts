import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** Asks for a URL again and again, in a thread of its own; `stop` returns the longest time a response took, in milliseconds. */
export function startProbe(url: string) {
  const thread = new Worker(new URL(import.meta.url), { workerData: url })
  return {
    async stop(): Promise<number> {
      thread.postMessage('stop')
      const [longest] = await once(thread, 'message')
      return longest
    },
  }
}

if (!isMainThread) {
  let isStopped = false
  parentPort?.once('message', () => {
    isStopped = true
  })
  let longest = 0
  // The first response includes the connection.
  await (await fetch(workerData)).text()
  while (!isStopped) {
    const started = performance.now()
    await (await fetch(workerData)).text()
    longest = Math.max(longest, performance.now() - started)
    await wait(3)
  }
  parentPort?.postMessage(longest)
}
