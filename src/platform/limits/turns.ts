import { rateLimited } from '../errors.ts'

type Options = {
  /** Native work, such as decoding pictures, runs one at a time: more of it would delay sign-ins, which use the same threads. */
  atATime: number
  /** Tasks that may wait: of all owners, and of one. More would fill the memory. */
  maxWaiting: { all: number; owner: number }
  /** Seconds after which a refused client may ask again. */
  retrySeconds: number
}

export type Turns = ReturnType<typeof createTurns>

/**
 * Runs a few tasks at a time, and lets the owners of those that wait take turns, so that nobody's many tasks delay those
 * of others. Throws `rate_limited` where there is no place to wait.
 */
export function createTurns({ atATime, maxWaiting, retrySeconds }: Options) {
  let running = 0
  /** The owners in the order of their turns, each with its tasks. */
  const waiting = new Map<string, (() => void)[]>()

  return {
    async run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
      if (running < atATime) running++
      else await turnOf(owner)
      try {
        return await work()
      } finally {
        // The next one takes its place.
        const next = takeNext()
        if (next) next()
        else running--
      }
    },

    /** How many tasks run, and how many owners wait. */
    counts: () => ({ running, waiting: waiting.size }),
  }

  function turnOf(owner: string): Promise<void> {
    const own = waiting.get(owner) ?? []
    const ofAll = waiting.values().reduce((sum, { length }) => sum + length, 0)
    if (own.length >= maxWaiting.owner || ofAll >= maxWaiting.all) throw rateLimited(retrySeconds)
    waiting.set(owner, own)
    return new Promise(resolve => own.push(resolve))
  }

  function takeNext(): (() => void) | undefined {
    const [first] = waiting
    if (!first) return
    const [owner, own] = first
    const next = own.shift()
    waiting.delete(owner)
    if (own.length > 0) waiting.set(owner, own)
    return next
  }
}
