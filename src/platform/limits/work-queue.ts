import { rateLimited } from '../errors.ts'

type Options = {
  /** Tasks that may wait at a time: of all owners, and of one, so that nobody's many tasks delay those of others. */
  maxWaiting: { all: number; owner: number }
  /** Seconds after which a refused client may ask again; the longest queue takes about as long. */
  retrySeconds: number
}

/**
 * Runs tasks one after the other. For native work, such as decoding pictures: libuv has four threads, which hash
 * passwords too, so many tasks at a time would delay every sign-in. Throws `rate_limited` when it is full.
 */
export function createWorkQueue({ maxWaiting, retrySeconds }: Options) {
  const waiting = new Map<string, number>()
  let total = 0
  let last: Promise<unknown> = Promise.resolve()

  const change = (owner: string, by: 1 | -1) => {
    total += by
    const ofOwner = (waiting.get(owner) ?? 0) + by
    if (ofOwner > 0) waiting.set(owner, ofOwner)
    else waiting.delete(owner)
  }

  return <T>(owner: string, work: () => Promise<T>): Promise<T> => {
    if (total >= maxWaiting.all || (waiting.get(owner) ?? 0) >= maxWaiting.owner)
      throw rateLimited(retrySeconds)
    change(owner, 1)
    const task = last.then(work).finally(() => change(owner, -1))
    last = Promise.allSettled([task])
    return task
  }
}
