const minute = 60_000
const hour = 60 * minute

/** Waits between attempts; the next one after these would lie more than 24 hours after the first. */
const waits = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 6 * hour, 6 * hour]

/** When to try again after `attempts` that the server put off; null when it is time to give up. */
export function nextAttempt(attempts: number, now: Date): Date | null {
  const wait = waits[attempts - 1]
  // Spread by 20 % each way, so that those put off together do not come back together.
  return wait === undefined ? null : new Date(now.getTime() + wait * (0.8 + Math.random() * 0.4))
}
