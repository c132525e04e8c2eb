export class CircuitOpenError extends Error {}

type Options = {
  now(): number
  threshold: number
  /** Milliseconds it stays open. */
  cooldownMs: number
}

/** Calls nothing for a cooldown after `threshold` failures. The first call that ends afterwards closes or reopens it. Each process has its own. */
export function createCircuitBreaker({ now, threshold, cooldownMs }: Options) {
  let failures = 0
  let openUntil = 0
  const isOpen = () => now() < openUntil
  return {
    /** Calls the service, or throws `CircuitOpenError` at once. */
    async run<T>(service: () => Promise<T>): Promise<T> {
      if (isOpen()) throw new CircuitOpenError('The service failed too often; its circuit is open')
      try {
        const result = await service()
        succeeded()
        return result
      } catch (error) {
        failed()
        throw error
      }
    },
  }

  function succeeded() {
    failures = 0
    openUntil = 0
  }

  function failed() {
    // Calls that were in flight when the circuit opened fail for the same reason and count once.
    if (isOpen()) return
    failures++
    if (failures >= threshold) openUntil = now() + cooldownMs
  }
}
