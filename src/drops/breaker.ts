const firstWaitMs = 1_000
const longestWaitMs = 30_000

export type Breaker = ReturnType<typeof newBreaker>

/**
 * Holds back while the mail server is not to be had: waits longer after every failure, up to 30 s,
 * and then lets one mail through to see.
 */
export function newBreaker() {
  let failures = 0
  let openUntil = 0
  const waitMs = () => Math.max(0, openUntil - performance.now())
  return {
    /** How many of `most` mails may be on their way now. */
    room(most: number): number {
      if (failures === 0) return most
      return waitMs() > 0 ? 0 : 1
    },
    waitMs,
    passed() {
      failures = 0
      openUntil = 0
    },
    failed() {
      // What was already on its way fails for the same reason and counts once.
      if (waitMs() > 0) return
      const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** failures)
      failures++
      openUntil = performance.now() + wait * (0.8 + Math.random() * 0.2)
    },
  }
}
