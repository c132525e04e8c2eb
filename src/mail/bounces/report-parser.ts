import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { MailReport } from './parse-report.ts'

/** Ordinary reports take a few milliseconds. */
const deadlineMs = 2_000
const maxQueue = 50

/**
 * Parses reports in a thread of its own, because anyone can send one: a mail that takes too long or too much memory
 * delays nothing else. Its parsing rejects and the thread is replaced.
 */
export function openReportParser({ timeoutMs = deadlineMs } = {}) {
  // The build writes it beside the server's file.
  const file = import.meta.url.endsWith('.ts') ? 'parse-report.worker.ts' : 'parse-report.worker.js'
  const pool = new Piscina({
    filename: fileURLToPath(new URL(file, import.meta.url)),
    name: 'parse',
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
