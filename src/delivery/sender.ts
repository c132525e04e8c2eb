import { randomUUID } from 'node:crypto'
import type { MailContext } from '../mail/account-mail.ts'
import type { Outcome } from '../mail/mail.ts'
import { measureAttempt, reportCircuit } from '../mail/mail-metrics.ts'
import { type Slot, watchPause } from '../mail/send-rate-limit.ts'
import { createCircuitBreaker } from '../platform/circuit-breaker.ts'
import { afterAttempt } from './after-attempt.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryUpdate,
  leaseMs,
  releaseDeliveries,
  renewLeases,
  updateDeliveries,
} from './claim-deliveries.queries.ts'
import { createDropMailComposer } from './compose-drop-mail.ts'
import { recordRejection } from './record-rejection.ts'
import { createWakeSignal } from './wake-signal.ts'

/** Outcomes are written together when they arrive close together: a statement costs more than a mail. */
const batchSize = 8
const batchMs = 10
/** How often the database is asked for deliveries that nobody notified about. */
const pollMs = 1_000

const firstCooldownMs = 1_000
const maxCooldownMs = 30_000

export type Sender = {
  /** Deliveries were added. */
  notify(): void
  /** Starts no more mails and waits until the outcomes of those in flight are written. */
  stop(): Promise<void>
}

/** Sends pending deliveries until it is stopped. Any number of processes may do so at once. */
export function startSender(context: MailContext): Sender {
  const { db, transport, rateLimiter, clock, log } = context
  // No more deliveries are in flight than connections, so that a kill doubles no more mails.
  const { connections } = transport
  // What is claimed goes before what is dropped meanwhile, so it is at most a second's worth.
  const claimSize = Math.min(100, Math.max(2, rateLimiter.rate ?? 100))
  const senderId = randomUUID()
  const composeDropMail = createDropMailComposer(context)
  const breaker = createCircuitBreaker({
    now: () => performance.now(),
    threshold: 1,
    cooldownMs: reopened =>
      Math.min(maxCooldownMs, firstCooldownMs * 2 ** reopened) * (0.8 + Math.random() * 0.2),
  })
  const wakeSignal = createWakeSignal()
  /** Claimed and not in flight. */
  const waiting = new Map<number, ClaimedDelivery>()
  /** `sending` in the database, also when the outcome is known and not yet written. */
  const inFlight = new Map<number, ClaimedDelivery>()
  let outcomes: DeliveryUpdate[] = []
  let claiming = false
  let nextPoll = 0
  let stopping = false

  const heartbeat = setInterval(renew, leaseMs / 4)
  const pause = watchPause(db, wakeSignal.notify, log)
  const ended = run()

  return {
    notify() {
      nextPoll = 0
      wakeSignal.notify()
    },
    async stop() {
      stopping = true
      wakeSignal.notify()
      await ended
      clearInterval(heartbeat)
      pause.stop()
    },
  }

  async function run() {
    for (let failures = 0; !stopping || (inFlight.size > 0 && failures < 5); ) {
      try {
        await step()
        failures = 0
      } catch (error) {
        failures++
        log.error({ err: error }, 'the database did not take the outcomes of deliveries')
        await wakeSignal.wait(pollMs)
      }
    }
    await releaseClaims().catch(error => log.error({ err: error }, 'claims were not released'))
  }

  async function step() {
    const permits = stopping || pause.isOn ? 0 : breaker.permits(connections)
    if (permits === 0) await releaseClaims()
    void claimNext(permits)
    const free = Math.max(0, permits - inFlight.size + outcomes.length)
    const wanted = rateLimiter.waitMs() > 0 ? 0 : Math.min(free, waiting.size)
    if (wanted + outcomes.length > 0) {
      const unanswered = inFlight.size - outcomes.length
      if (outcomes.length < batchSize && unanswered > 0 && (await wakeSignal.wait(batchMs))) return
      const slots = await rateLimiter.reserve(wanted)
      if (slots.length + outcomes.length > 0) return writeAndSend(slots)
    }
    await wakeSignal.wait(Math.min(pollMs, ...timersUntilNextSend(permits)))
  }

  /** Milliseconds until something besides a notification lets mails be sent. */
  function timersUntilNextSend(permits: number) {
    if (permits === 0) return breaker.waitMs() > 0 ? [breaker.waitMs()] : []
    return waiting.size > 0 && rateLimiter.waitMs() > 0 ? [rateLimiter.waitMs()] : []
  }

  /** Claims ahead of what is being sent, so that connections do not wait for the database. */
  async function claimNext(permits: number) {
    if (claiming || permits === 0 || waiting.size > claimSize / 2 || performance.now() < nextPoll)
      return
    claiming = true
    const limit = permits < connections ? permits : claimSize
    // Set first, because a notification during the claim has to lead to another one.
    nextPoll = performance.now() + pollMs
    try {
      const excludeIds = [...waiting.keys(), ...inFlight.keys()]
      const claimed = await claimDeliveries(db, senderId, limit, clock.now(), excludeIds)
      if (claimed.length > 0) nextPoll = 0
      for (const delivery of claimed)
        if (delivery.status !== 'skipped') waiting.set(delivery.id, delivery)
    } catch (error) {
      log.error({ err: error }, 'no deliveries could be claimed')
    } finally {
      claiming = false
    }
    wakeSignal.notify()
  }

  /** Writes all outcomes and what is sent next, in one statement, and then sends that. */
  async function writeAndSend(slots: Slot[]) {
    const next = [...waiting.values().take(slots.length)]
    const written = outcomes
    outcomes = []
    try {
      const updates = [...written, ...next.map(toSending)]
      const updated = await updateDeliveries(db, senderId, updates, clock.now())
      const sending = new Set(updated.filter(row => row.status === 'sending').map(row => row.id))
      for (const { id } of written) inFlight.delete(id)
      for (const [n, delivery] of next.entries()) {
        waiting.delete(delivery.id)
        if (sending.has(delivery.id)) void send(delivery, slots[n])
      }
    } catch (error) {
      outcomes.unshift(...written)
      throw error
    }
  }

  async function send(delivery: ClaimedDelivery, slot?: Slot) {
    inFlight.set(delivery.id, delivery)
    const outcome = await attempt(delivery, slot)
    const update = afterAttempt(delivery, outcome, clock.now())
    await recordRejection(context, update, outcome)
    if (outcome.kind === 'unavailable' || outcome.kind === 'unknown') breaker.failed()
    else breaker.succeeded()
    reportCircuit(breaker.waitMs() > 0)
    outcomes.push(update)
    wakeSignal.notify()
  }

  async function attempt(delivery: ClaimedDelivery, slot?: Slot): Promise<Outcome> {
    try {
      const mail = await composeDropMail(delivery)
      return await measureAttempt('drop', () => transport.send(mail, slot))
    } catch (error) {
      log.error({ err: error, drop: delivery.drop_id }, 'a drop mail could not be composed')
      return { kind: 'retry', code: 451, response: 'The mail could not be put together.' }
    }
  }

  async function releaseClaims() {
    const ids = [...waiting.keys()]
    if (ids.length > 0) await releaseDeliveries(db, senderId, ids)
    for (const id of ids) waiting.delete(id)
  }

  async function renew() {
    const ids = [...waiting.keys(), ...inFlight.keys()]
    if (ids.length === 0) return
    await renewLeases(db, senderId, ids, clock.now()).catch(error =>
      log.error({ err: error }, 'the leases of claimed deliveries were not renewed'),
    )
  }
}

const toSending = ({
  id,
  drop_id,
  follow_id,
  attempts,
  next_attempt_at,
}: ClaimedDelivery): DeliveryUpdate => ({
  id,
  drop_id,
  follow_id,
  attempts,
  next_attempt_at,
  status: 'sending',
  last_error: null,
})
