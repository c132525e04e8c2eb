import type { WorkerContext } from '../platform/account-mail.ts'
import type { JobKind } from '../platform/queue.ts'

export const memberJobKinds: JobKind<never>[] = []

export async function startMemberJobs(_context: WorkerContext) {}
