import type { WorkerContext } from '../platform/account-mail.ts'
import type { JobKind } from '../platform/queue.ts'

export const dropJobKinds: JobKind<never>[] = []

/** Answers how to stop the senders, once no job runs any more. */
export async function startDropJobs(_context: WorkerContext): Promise<{ stop(): Promise<void> }> {
  return { async stop() {} }
}
