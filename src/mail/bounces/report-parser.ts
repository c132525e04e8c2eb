import { openThread } from '../../platform/thread.ts'
import type { MailReport } from './parse-report.ts'

const deadlineMs = 2_000
const maxQueue = 50

/** In a thread of its own, because anyone can send a report: one that takes too long or too much memory delays nothing. */
export function openReportParser({ timeoutMs = deadlineMs } = {}) {
  const thread = openThread<Uint8Array, MailReport | null>({
    module: 'parse-report',
    beside: import.meta.url,
    name: 'parseReport' satisfies keyof typeof import('./parse-report.ts'),
    isKept: true,
    maxHeapMb: 64,
    timeoutMs,
    maxQueue,
  })
  return { parse: thread.run, close: thread.close }
}
