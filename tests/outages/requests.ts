import { setTimeout as wait } from 'node:timers/promises'

/** Ten a second. */
export function startRequests(url: string) {
  const pending: ReturnType<typeof request>[] = []
  const timer = setInterval(() => pending.push(request(url)), 100)
  return {
    stop() {
      clearInterval(timer)
      return Promise.all(pending)
    },
  }
}

/** Status 0 without a response. */
export async function request(url: string) {
  const started = performance.now()
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000) }).catch(() => null)
  await response?.arrayBuffer()
  return {
    status: response?.status ?? 0,
    ms: performance.now() - started,
    retryAfter: response?.headers.get('retry-after') ?? null,
  }
}

export async function until(isSo: () => Promise<boolean>, timeoutMs: number) {
  const deadline = performance.now() + timeoutMs
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain`)
    await wait(20)
  }
}
