import { LRUCache } from 'lru-cache'

/** A series of rejections without a success between is about us when it has so many recipients, of several domains or of one. */
const ofSeveralDomains = 5
const ofOneDomain = 20
/** The series ends when no other mail comes for so long, and each rejection in it stands. */
const quietMs = 1_000

/** What was accepted longer after a rejection says nothing about it: a daily quota may have begun anew. */
const repeatedWithinMs = 60 * 60_000

/**
 * Decides about rejections that name neither the recipient nor us. Several without a success between are about us: their
 * mails are requeued, which means reported as `unavailable` and so tried again. A recipient whose mail was requeued, and is
 * rejected again after another mail was accepted, is rejected for their own sake: otherwise the dead addresses that are left
 * of a list would stop all mail.
 */
export function createAmbiguousRejections() {
  let series: { address: string; decide(isAboutUs: boolean): void }[] = []
  let inTransit = 0
  /** How many mails have been started, and which of these was the last that was accepted. */
  let startedCount = 0
  let lastAcceptedNumber = 0
  let timer: NodeJS.Timeout | undefined
  /** How many mails had been started when that of an email was requeued. */
  const startedWhenRequeued = new LRUCache<string, number>({ max: 10_000, ttl: repeatedWithinMs })

  return {
    get size() {
      return series.length
    },
    /** Returns the number of the mail. */
    started(): number {
      inTransit++
      clearTimeout(timer)
      return ++startedCount
    },
    ended() {
      inTransit--
      startTimer()
    },
    accepted(number: number) {
      lastAcceptedNumber = Math.max(lastAcceptedNumber, number)
      if (series.length > 0) end(false)
    },
    /** Whether the next rejection of the address stands: its mail was requeued, and one that was started later was accepted. */
    isRepeated(address: string) {
      const startedBefore = startedWhenRequeued.get(address)
      return startedBefore !== undefined && startedBefore < lastAcceptedNumber
    },
    requeued: (address: string) => void startedWhenRequeued.set(address, startedCount),
    /** Whether it is about us, once that is known. */
    add(address: string): Promise<boolean> {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      series.push({ address, decide: resolve })
      if (areAboutUs()) end(true)
      else startTimer()
      return promise
    },
  }

  function areAboutUs() {
    const addresses = new Set(series.map(({ address }) => address))
    const domains = new Set(series.map(({ address }) => address.split('@')[1]?.toLowerCase()))
    return addresses.size >= (domains.size > 1 ? ofSeveralDomains : ofOneDomain)
  }

  function end(aboutUs: boolean) {
    clearTimeout(timer)
    const ended = series
    series = []
    for (const { address, decide } of ended) {
      if (aboutUs) startedWhenRequeued.set(address, startedCount)
      decide(aboutUs)
    }
  }

  function startTimer() {
    clearTimeout(timer)
    if (inTransit === 0 && series.length > 0) timer = setTimeout(() => end(false), quietMs)
  }
}
