import { LRUCache } from 'lru-cache'

/** Refusals in a row that are about us: so many recipients of two domains, or of one. */
const ofSeveralDomains = 5
const ofOneDomain = 20
/** Without another mail for so long there is no row: each refusal stands. */
const quietMs = 1_000

/** What was accepted longer after a refusal says nothing about it: a daily quota may have begun anew. */
const repeatedWithinMs = 60 * 60_000

/**
 * Decides about refusals that name neither the recipient nor us. Several in a row without a success between are
 * about us. A recipient whose mail was put back, and is refused again after another mail was accepted, is refused
 * for their own sake: otherwise the dead addresses that are left of a list would stop all mail.
 */
export function createUnclearRefusals() {
  let row: { address: string; decide(isAboutUs: boolean): void }[] = []
  let inTransit = 0
  /** How many mails have been started, and which of these was the last that was accepted. */
  let started = 0
  let lastAccepted = 0
  let timer: NodeJS.Timeout | undefined
  /** How many mails had been started when that to the address was put back. */
  const putBack = new LRUCache<string, number>({ max: 10_000, ttl: repeatedWithinMs })

  return {
    get size() {
      return row.length
    },
    /** Returns the number of the mail. */
    started(): number {
      inTransit++
      clearTimeout(timer)
      return ++started
    },
    ended() {
      inTransit--
      startTimer()
    },
    accepted(number: number) {
      lastAccepted = Math.max(lastAccepted, number)
      if (row.length > 0) end(false)
    },
    /** Whether the refusal of the address stands, because a mail that was started since the one before was accepted. */
    isRepeated: (address: string) => (putBack.get(address) ?? lastAccepted) < lastAccepted,
    putBack: (address: string) => void putBack.set(address, started),
    /** Whether it is about us, once that is known. */
    add(address: string): Promise<boolean> {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      row.push({ address, decide: resolve })
      if (isAboutUs()) end(true)
      else startTimer()
      return promise
    },
  }

  function isAboutUs() {
    const addresses = new Set(row.map(({ address }) => address))
    const domains = new Set(row.map(({ address }) => address.split('@')[1]?.toLowerCase()))
    return addresses.size >= (domains.size > 1 ? ofSeveralDomains : ofOneDomain)
  }

  function end(aboutUs: boolean) {
    clearTimeout(timer)
    const ended = row
    row = []
    for (const { address, decide } of ended) {
      if (aboutUs) putBack.set(address, started)
      decide(aboutUs)
    }
  }

  function startTimer() {
    clearTimeout(timer)
    if (inTransit === 0 && row.length > 0) timer = setTimeout(() => end(false), quietMs)
  }
}
