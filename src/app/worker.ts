import { dropJobKinds, startDropJobs } from '../drops/drops.jobs.ts'
import { followJobKinds, startFollowJobs } from '../follows/follows.jobs.ts'
import { memberJobKinds, startMemberJobs } from '../members/members.jobs.ts'
import type { Context } from '../platform/context.ts'
import { openTransport } from '../platform/mail/open-transport.ts'
import type { JobKind } from '../platform/queue.ts'
import type { Renderer } from './render.contract.ts'

/** Every kind of job there is. */
export const jobKinds: JobKind<never>[] = [...memberJobKinds, ...followJobKinds, ...dropJobKinds]

export type Worker = { stop(): Promise<void> }

/** Starts everything that happens without a request. */
export async function startWorker(context: Context, { renderMail }: Renderer): Promise<Worker> {
  const transport = openTransport(context.config, context.log)
  const worker = { ...context, transport, renderMail }
  await startMemberJobs(worker)
  await startFollowJobs(worker)
  const senders = await startDropJobs(worker)
  return {
    async stop() {
      await senders.stop()
      await transport.close()
    },
  }
}
