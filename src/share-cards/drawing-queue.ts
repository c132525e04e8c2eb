import { rateLimited } from '../platform/limits/rate-limit.ts'

/** Drawings that may wait at a time: of all owners, and of one, so that nobody's many cards delay those of others. */
const maxWaiting = { all: 40, owner: 4 }

/** Seconds after which a refused client may ask again; the longest queue takes about as long. */
const retrySeconds = 5

/** One after the other: many at a time would take all threads, which hash passwords too. Throws `rate_limited`. */
export function createDrawingQueue() {
  const waiting = new Map<string, number>()
  let total = 0
  let last: Promise<unknown> = Promise.resolve()

  const change = (owner: string, by: 1 | -1) => {
    total += by
    const ofOwner = (waiting.get(owner) ?? 0) + by
    if (ofOwner > 0) waiting.set(owner, ofOwner)
    else waiting.delete(owner)
  }

  return <T>(owner: string, draw: () => Promise<T>): Promise<T> => {
    if (total >= maxWaiting.all || (waiting.get(owner) ?? 0) >= maxWaiting.owner)
      throw rateLimited(retrySeconds)
    change(owner, 1)
    const drawing = last.then(draw).finally(() => change(owner, -1))
    last = Promise.allSettled([drawing])
    return drawing
  }
}
