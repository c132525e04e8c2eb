import { openThread } from '../../platform/thread.ts'
import type { parseInbound } from './parse-inbound.ts'

const deadlineMs = 2_000
const maxQueue = 50

/** Parses in a thread of its own, because anyone can send a mail: one that takes too long or too much memory delays nothing. */
export function openInboundParser({ timeoutMs = deadlineMs } = {}) {
  const thread = openThread<Uint8Array, ReturnType<typeof parseInbound>>({
    module: 'parse-inbound',
    beside: import.meta.url,
    name: 'parseInbound' satisfies keyof typeof import('./parse-inbound.ts'),
    isKept: true,
    maxHeapMb: 64,
    timeoutMs,
    maxQueue,
  })
  return { parse: thread.run, close: thread.close }
}
