import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { clientsPerPrefix48, holderOf, prefix48Of } from './client-ip.ts'
import { createTurns, type Turns } from './turns.ts'

/** Cost of a request that misses the visitor cache. Drawing a picture costs extra. */
export const costs = { call: 1, page: 5, write: 5, drawing: 15 }

/** The costs of one client in a minute: 600 pages or changes, or the calls of ninety members who have their list open. */
const maxPerMinute = 3_000
const maxOfPrefix48 = maxPerMinute * clientsPerPrefix48
const windowMs = 60_000

/**
 * Requests of one client that run at a time. The others wait, so that a client's burst delays others by three pages at
 * most, and holds three of the ten connections to the database.
 */
const maxAtATime = 3

/** Requests that may wait for one of these places: of one client, and of all clients in its IPv6 /48. */
const maxWaiting = { owner: 100, all: 400 }

/** Large bodies that are in memory at a time: one takes up to 20 MB. */
const maxLargeBodies = { all: 4, client: 2 }
/** Large bodies that may wait for one of the four places: two of each client, as its others wait for its own two. */
const maxWaitingLarge = { owner: maxLargeBodies.client, all: 400 }

const retrySeconds = 1

/** Clients whose counts are kept, with about 200 bytes each. */
const maxClients = 50_000

type Spent = { cost: number; resetsAt: number }

export type WorkBudget = ReturnType<typeof createWorkBudget>

type Given = { config: Pick<Config, 'rateLimits'>; clock: Clock }

/**
 * What each client (`clientIp`) may have this process do, signed in or not: one that asks for pages without a pause
 * would have the processor, and the connections to the database, for itself. It is counted in memory, because it
 * divides the time of this process, and a count in the database would be work itself.
 */
export function createWorkBudget({ config, clock }: Given) {
  const spent = new LRUCache<string, Spent>({ max: maxClients })
  const allLarge = createTurns({
    atATime: maxLargeBodies.all,
    maxWaiting: maxWaitingLarge,
    retrySeconds,
  })
  const turns = new Map<string, Turns>()

  return {
    /** Returns how many seconds to wait, 0 when it is permitted. */
    spend(client: string, cost: number): number {
      if (!config.rateLimits) return 0
      const prefix = prefix48Of(client)
      return count(client, cost, maxPerMinute) || (prefix ? count(prefix, cost, maxOfPrefix48) : 0)
    },

    /** Does the work when fewer than three others of the client run; those of an IPv6 /48 share the three and take turns. */
    run: <Result>(client: string, work: () => Promise<Result>) =>
      inTurn('work', client, maxAtATime, work),

    /** The same for reading and using a large body, of which there are two of a client and four of all at a time. */
    runLarge: <Result>(client: string, work: () => Promise<Result>) =>
      config.rateLimits
        ? inTurn('large', client, maxLargeBodies.client, () => allLarge.run(client, work))
        : work(),

    /** How many large bodies have a place, and how many clients wait for one. */
    largeBodies: allLarge.counts,
  }

  async function inTurn<Result>(
    kind: 'work' | 'large',
    client: string,
    atATime: number,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (!config.rateLimits) return work()
    const key = `${kind} ${holderOf(client)}`
    const own = turns.get(key) ?? createTurns({ atATime, maxWaiting, retrySeconds })
    turns.set(key, own)
    try {
      return await own.run(client, work)
    } finally {
      if (own.counts().running === 0) turns.delete(key)
    }
  }

  function count(subject: string, cost: number, max: number): number {
    const now = clock.now().getTime()
    const last = spent.get(subject)
    const current = last && last.resetsAt > now ? last : { cost: 0, resetsAt: now + windowMs }
    if (current.cost + cost > max) return Math.ceil((current.resetsAt - now) / 1000)
    current.cost += cost
    spent.set(subject, current)
    return 0
  }
}
