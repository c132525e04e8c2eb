import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { MailReport } from './parse-report.ts'

const deadlineMs = 2_000
const maxQueue = 50

/** In a thread of its own, because anyone can send a report: one that takes too long or too much memory delays nothing. */
export function openReportParser({ timeoutMs = deadlineMs } = {}) {
  // The build writes it beside the server's file.
  const file = import.meta.url.endsWith('.ts') ? 'parse-report.ts' : 'parse-report.js'
  const pool = new Piscina({
    filename: fileURLToPath(new URL(file, import.meta.url)),
    name: 'parseReport' satisfies keyof typeof import('./parse-report.ts'),
    minThreads: 1,
    maxThreads: 1,
    maxQueue,
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  })
  return {
    parse: (raw: Uint8Array): Promise<MailReport | null> =>
      pool.run(raw, { signal: AbortSignal.timeout(timeoutMs) }),
    close: () => pool.destroy(),
  }
}
