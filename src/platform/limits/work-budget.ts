import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { rateLimited } from '../errors.ts'
import { clientsPerSite, siteOf } from './client-address.ts'

/** What a request costs its client that is not answered from memory; a drawing is added to what its request costs. */
export const costs = { call: 1, page: 5, drawing: 15 }

/** Of one client: 600 pages, or the calls of ninety members who have their list open. */
const maxPerMinute = 3_000
const windowMs = 60_000

/** Reads of one client that run at a time; the others wait, so that a client's burst delays others by three pages at most. */
const maxAtATime = 3

/** Of a client, or of the clients of an IPv6 /48: more would fill the memory, and a neighbor would wait for them. */
const maxWaiting = 100

/** Large bodies that are in memory at a time: one takes up to 20 MB, and one that has not arrived after a minute is refused. */
const maxLargeBodies = { all: 4, client: 2 }

/** Clients whose counts are kept, with about 200 bytes each. */
const maxClients = 50_000

type Spent = { cost: number; resetsAt: number }

type Queue = { running: number; waiting: (() => void)[] }

export type WorkBudget = ReturnType<typeof createWorkBudget>

type Given = { config: Pick<Config, 'rateLimits'>; clock: Clock }

/**
 * What each client (`clientAddress`) may have this process do, signed in or not. It is counted in memory,
 * because it divides the time of this process, and a count in the database would be work itself.
 */
export function createWorkBudget({ config, clock }: Given) {
  const spent = new LRUCache<string, Spent>({ max: maxClients })
  const queues = new Map<string, Queue>()

  return {
    /** Returns how many seconds to wait, 0 when it is permitted. */
    spend(client: string, cost: number): number {
      if (!config.rateLimits) return 0
      const site = siteOf(client)
      return count(client, cost, maxPerMinute) || (site ? count(site, cost, ofSite) : 0)
    },

    /** Does the work when fewer than three others of the client run, of an IPv6 client those of its whole /48. */
    run: <Result>(client: string, work: () => Promise<Result>) =>
      inTurn(siteOf(client) ?? client, maxAtATime, work),

    /** The same for reading and using a large body, of which there are two of a client and four of all at a time. */
    runLarge: <Result>(client: string, work: () => Promise<Result>) =>
      inTurn(`${siteOf(client) ?? client} large`, maxLargeBodies.client, () =>
        inTurn('large', maxLargeBodies.all, work),
      ),
  }

  async function inTurn<Result>(
    name: string,
    max: number,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (!config.rateLimits) return work()
    const queue = queues.get(name) ?? { running: 0, waiting: [] }
    queues.set(name, queue)
    if (queue.waiting.length >= maxWaiting) throw rateLimited(1)
    if (queue.running < max) queue.running++
    else await new Promise<void>(resolve => queue.waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The next one takes its place.
      const next = queue.waiting.shift()
      if (next) next()
      else if (--queue.running === 0) queues.delete(name)
    }
  }

  function count(subject: string, cost: number, max: number): number {
    const now = clock.now().getTime()
    const last = spent.get(subject)
    // One that ends later than it can was started before the clock was set back.
    const isOver = !last || last.resetsAt <= now || last.resetsAt > now + windowMs
    const current = isOver ? { cost: 0, resetsAt: now + windowMs } : last
    if (current.cost + cost > max) return Math.ceil((current.resetsAt - now) / 1000)
    current.cost += cost
    spent.set(subject, current)
    return 0
  }
}

const ofSite = maxPerMinute * clientsPerSite
