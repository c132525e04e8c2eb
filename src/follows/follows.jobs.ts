import type { WorkerContext } from '../platform/account-mail.ts'
import type { JobKind } from '../platform/queue.ts'

export const followJobKinds: JobKind<never>[] = []

export async function startFollowJobs(_context: WorkerContext) {}
