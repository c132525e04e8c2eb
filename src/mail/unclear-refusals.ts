import { LRUCache } from 'lru-cache'

/** Refusals in a row that are about us: so many recipients of two domains, or of one. */
const ofSeveralDomains = 5
const ofOneDomain = 20
/** Without another mail for so long there is no row: each refusal stands. */
const quietMs = 1_000

/**
 * Decides about refusals that name neither the recipient nor us. Several in a row without a success between are
 * about us. A recipient who was in such a row, and is refused again after a mail was accepted, is refused for
 * their own sake: otherwise the dead addresses that are left of a list would stop all mail.
 */
export function createUnclearRefusals() {
  let row: { address: string; decide(isAboutUs: boolean): void }[] = []
  let inTransit = 0
  let accepted = 0
  let timer: NodeJS.Timeout | undefined
  /** How many mails had been accepted when the address was in a row. */
  const putBack = new LRUCache<string, number>({ max: 10_000 })

  return {
    get size() {
      return row.length
    },
    started() {
      inTransit++
      clearTimeout(timer)
    },
    ended() {
      inTransit--
      startTimer()
    },
    accepted() {
      accepted++
      if (row.length > 0) end(false)
    },
    /** Whether the refusal of the address stands, because mail was accepted since it was in a row. */
    isRepeated: (address: string) => (putBack.get(address) ?? accepted) < accepted,
    putBack: (address: string) => void putBack.set(address, accepted),
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
      if (aboutUs) putBack.set(address, accepted)
      decide(aboutUs)
    }
  }

  function startTimer() {
    clearTimeout(timer)
    if (inTransit === 0 && row.length > 0) timer = setTimeout(() => end(false), quietMs)
  }
}
