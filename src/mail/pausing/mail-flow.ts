import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log/log.ts'
import type { EncodedMail, Mail, Outcome, Transport } from '../mail.ts'
import { measureAttempt } from '../mail-metrics.ts'
import type { MailKind } from '../mails.ts'
import type { Slot } from '../sender/send-rate-limit.ts'
import { createAmbiguousRejections } from './ambiguous-rejections.ts'
import {
  type FlowState,
  readMailFlow,
  recordFailure,
  recordSuccess,
  returnTrial,
  takeTrial,
} from './mail-flow.queries.ts'

const pollMs = 1_000

export type MailFlow = Awaited<ReturnType<typeof openMailFlow>>

type Attempt = { slot?: Slot | undefined; signal?: AbortSignal; isTrial: boolean }

/**
 * The one way of all mails to the mail server. While it is away, refuses us or does not respond, a circuit that all processes
 * share is open: one mail is tried at growing intervals, and the first that is accepted closes it.
 */
export async function openMailFlow(
  { db, log }: { db: Database; log: Pick<Log, 'warn'> },
  transport: Transport,
) {
  const rejections = createAmbiguousRejections()
  let state = localState(await readMailFlow(db))
  /** How often this process has changed the state: a state that was read before the last change is outdated. */
  let changeCount = 0
  let isStopped = false
  const timer = setInterval(refresh, pollMs)

  return {
    connections: transport.connections,
    isFailing: () => state.isFailing,
    /** How many mails may be sent at the same time. While the circuit is open one when a trial is due, and none while it is taken. */
    permits(max: number): number {
      if (state.isPaused) return 0
      if (!state.isFailing) return max
      return waitMs() > 0 ? 0 : 1
    },
    /** Milliseconds until the next trial is due. */
    waitMs,
    refresh,
    /** Whether this process may send one mail with `isTrial`; it has to return a trial that it does not use. */
    async takeTrial(): Promise<boolean> {
      const isTaken = await takeTrial(db)
      await refresh()
      return isTaken
    },
    returnTrial: () => change(state, returnTrial(db)),
    /** The number of rejections that `send` has not decided about yet: they need no connection. */
    undecided: () => rejections.size,
    /** A rejection that could be about us is returned once that is decided: `unavailable` if it is. */
    async send(kind: MailKind, mail: Mail | EncodedMail, attempt: Attempt): Promise<Outcome> {
      const { slot, signal, isTrial } = attempt
      const number = rejections.started()
      const outcome = await measureAttempt(kind, () => transport.send(mail, slot, signal)).finally(
        rejections.ended,
      )
      if (outcome.kind === 'sent') rejections.accepted(number)
      const judged = await judge(mail.to.address, outcome)
      // An attempt that was cut off by the end of its process, or by its signal, says nothing about the mail server.
      if (!isStopped && !signal?.aborted) await record(judged, isTrial)
      else if (isTrial) await change(state, returnTrial(db))
      return judged
    },
    /** Stops recording what happens to mails in flight. */
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }

  function waitMs() {
    return state.isFailing ? Math.max(0, state.trialAt - performance.now()) : 0
  }

  /**
   * `unavailable` requeues a mail and opens the circuit. "Repeated" is what comes for a requeued mail again although another
   * mail was accepted since ([why](../../../docs/decisions/mail/2026-11-21-mail-flow.md)):
   *
   * | outcome                             | first                                      | repeated                       |
   * | ----------------------------------- | ------------------------------------------ | ------------------------------ |
   * | `unavailable` during this mail      | `unavailable`                              | `retry` of this mail, no bounce |
   * | unclear `rejected`, circuit open    | `unavailable`                              | `rejected`                     |
   * | unclear `rejected`, circuit closed  | `unavailable` if several are, else `rejected` | `rejected`                     |
   * | any other                           | as it is                                   | as it is                       |
   */
  async function judge(address: string, outcome: Outcome): Promise<Outcome> {
    if (outcome.kind === 'unavailable' && outcome.code !== undefined) {
      const { code, reason } = outcome
      if (rejections.isRepeated(address))
        return { kind: 'retry', code, response: reason, isNoBounce: true }
      rejections.requeued(address)
      return outcome
    }
    if (outcome.kind === 'rejected' && !outcome.isClear && !rejections.isRepeated(address)) {
      // A rejection while the circuit is open is about us, like the failure that opened it.
      if (state.isFailing) rejections.requeued(address)
      else if (!(await rejections.add(address))) return outcome
      return { kind: 'unavailable', reason: outcome.response }
    }
    return outcome
  }

  /** Writes only what changes the circuit; a failed write is repeated by the next mail. */
  async function record(outcome: Outcome, isTrial: boolean) {
    if (outcome.kind === 'sent') {
      if (state.isFailing) await change({ ...state, isFailing: false }, recordSuccess(db))
    } else if (outcome.kind === 'unavailable' || outcome.kind === 'unknown') {
      const { reason } = outcome
      if (isTrial || !state.isFailing)
        await change(
          { ...state, isFailing: true, trialAt: performance.now() + pollMs },
          recordFailure(db, reason, isTrial),
        )
    } else if (isTrial) {
      await change(state, returnTrial(db))
    }
  }

  async function change(next: typeof state, written: Promise<void>) {
    state = next
    changeCount++
    await written.catch(error =>
      log.warn({ err: error }, 'the state of the mail server was not recorded'),
    )
    await refresh()
  }

  async function refresh() {
    const before = changeCount
    const read = await readMailFlow(db).catch(error =>
      log.warn({ err: error }, 'could not read whether mail may be sent'),
    )
    if (read && changeCount === before) state = localState(read)
  }
}

const localState = ({ paused_at, failing_since, waitMs }: FlowState) => ({
  isPaused: paused_at !== null,
  isFailing: failing_since !== null,
  /** A time of `performance.now()`. */
  trialAt: performance.now() + waitMs,
})
