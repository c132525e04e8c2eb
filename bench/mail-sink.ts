import { fork } from 'node:child_process'

type Report = {
  drops: number
  firstDrop: number | null
  bytes: number
  at: number
  confirms: { to: string; at: number }[]
}

export type Sink = Awaited<ReturnType<typeof openSink>>

/** Starts the sink and follows what it counts. */
export async function openSink(delay: number) {
  const child = fork('bench/sink.ts', [String(delay)])
  const watchers = new Set<() => void>()
  const confirmed = new Map<string, number>()
  let seen: Report = { drops: 0, firstDrop: null, bytes: 0, at: 0, confirms: [] }
  const port = await new Promise<number>(resolve =>
    child.once('message', message => resolve((message as { port: number }).port)),
  )
  child.on('message', message => {
    seen = message as Report
    for (const { to, at } of seen.confirms) confirmed.set(to, at)
    for (const watch of watchers) watch()
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    confirmed,
    seen: () => seen,
    /** Counts from zero again. */
    clear() {
      confirmed.clear()
      seen = { ...seen, drops: 0, firstDrop: null, bytes: 0 }
      child.send('clear')
    },
    /** Resolves once the sink has taken `count` drop mails. */
    reached(count: number): Promise<void> {
      return new Promise(resolve => {
        const watch = () => {
          if (seen.drops < count) return
          watchers.delete(watch)
          resolve()
        }
        watchers.add(watch)
        watch()
      })
    },
    close: () => child.disconnect(),
  }
}
