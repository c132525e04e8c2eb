import type { Delivery } from '../../src/delivery/delivery.schemas.ts'

const noStates = {
  pending: 0,
  sending: 0,
  sent: 0,
  retry: 0,
  failed: 0,
  skipped: 0,
  unknown: 0,
  weekly: 0,
}

/** What the owner of a drop with so many recipients in each state sees. */
export function deliveryWith(
  states: Partial<typeof noStates>,
  rest: Partial<Delivery> = {},
): Delivery {
  const all = { ...noStates, ...states }
  const audience = Object.values(all).reduce((sum, count) => sum + count)
  const isRunning = all.pending + all.sending + all.retry > 0
  const idle = { stoppedBy: null, retryable: 0, retryableFailed: 0, serverFailure: null }
  return { states: { ...all, audience }, isRunning, ...idle, ...rest }
}
