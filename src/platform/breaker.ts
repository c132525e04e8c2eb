import type { Clock } from './clock.ts'

class Resting extends Error {}

/**
 * Stops asking a service that keeps failing: after `failures` in a row it rests for `restMs`, then
 * one more failure is enough. While it rests, `Resting` is thrown at once. Each process has its own.
 */
export function openBreaker(clock: Clock, { failures = 5, restMs = 5 * 60_000 } = {}) {
  let failed = 0
  let restsUntil = 0
  return async function ask<T>(service: () => Promise<T>): Promise<T> {
    const now = clock.now().getTime()
    if (now < restsUntil) throw new Resting('The service failed too often and is left alone')
    try {
      const answer = await service()
      failed = 0
      return answer
    } catch (error) {
      failed++
      if (failed >= failures) restsUntil = now + restMs
      throw error
    }
  }
}

export type Breaker = ReturnType<typeof openBreaker>
