import { fork } from 'node:child_process'

type Report = {
  drops: number
  firstDrop: number | null
  lastDrop: number
  bytes: number
  accountMails: { to: string; at: number }[]
}

export type Sink = Awaited<ReturnType<typeof openSink>>

/** Starts the process of the sink and collects its reports. */
export async function openSink(delay: number) {
  const child = fork('bench/sink-process.ts', [String(delay)])
  const watchers = new Set<() => void>()
  const arrivedAt = new Map<string, number>()
  let seen: Report = { drops: 0, firstDrop: null, lastDrop: 0, bytes: 0, accountMails: [] }
  const port = await new Promise<number>(resolve =>
    child.once('message', message => resolve((message as { port: number }).port)),
  )
  child.on('message', message => {
    seen = message as Report
    for (const { to, at } of seen.accountMails) arrivedAt.set(to, at)
    for (const watch of watchers) watch()
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    /** When the account mail to an address arrived. */
    arrivedAt,
    seen: () => seen,
    /** Resets the counts. */
    clear() {
      arrivedAt.clear()
      seen = { ...seen, drops: 0, firstDrop: null, bytes: 0 }
      child.send('clear')
    },
    /** Resolves once the sink has accepted `count` drop mails. */
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
