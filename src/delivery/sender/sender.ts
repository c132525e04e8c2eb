import { randomUUID } from 'node:crypto'
import type { MailContext } from '../../mail/account-mail.ts'
import type { Outcome } from '../../mail/mail.ts'
import type { Slot } from '../../mail/send-rate-limit.ts'
import { DatabaseUnavailable } from '../../platform/database/database-unavailable.ts'
import { recordRejection } from '../bounces/record-report.ts'
import { createDropMailComposer } from '../compose-drop-mail.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  leaseMs,
  releaseDeliveries,
  renewLeases,
} from './claim-deliveries.queries.ts'
import { decideNextState } from './decide-next-state.ts'
import {
  type DeliveryUpdate,
  type Recipient,
  updateDeliveries,
} from './update-deliveries.queries.ts'
import { createWakeSignal } from './wake-signal.ts'

/** Outcomes that arrive within `batchMs` are written in one statement, which costs more than sending a mail. */
const batchSize = 8
const batchMs = 10
/** How often the database is polled for deliveries of other processes and retries that are due. */
const pollMs = 1_000

type Sender = {
  notify(): void
  /** Milliseconds since the last iteration of its loop; more than a few seconds mean that it has stalled. */
  idleMs(): number
  /** Sends no further mails and waits until the outcomes of those in flight are written. */
  stop(): Promise<void>
}

/** Sends pending deliveries until it is stopped. Any number of processes can run a sender. */
export function startSender(context: MailContext): Sender {
  const { db, mailFlow, rateLimiter, clock, log } = context
  // Limits the duplicates after a crash: no more deliveries are in flight than connections.
  const { connections } = mailFlow
  // At most one second's worth of mails, because a later drop has to wait for claimed deliveries.
  const claimSize = Math.min(100, Math.max(2, rateLimiter.rate ?? 100))
  const senderId = randomUUID()
  const composeDropMail = createDropMailComposer(context)
  const wakeSignal = createWakeSignal()
  /** Claimed and not in flight. */
  const waiting = new Map<number, ClaimedDelivery>()
  /** `sending` in the database; the outcome may be known but not written yet. */
  const inFlight = new Map<number, ClaimedDelivery>()
  let outcomes: DeliveryUpdate[] = []
  let claiming: Promise<void> | null = null
  let nextPoll = 0
  let stopping = false
  let lastStep = performance.now()

  const heartbeat = setInterval(renew, leaseMs / 4)
  const ended = run()

  return {
    notify() {
      nextPoll = 0
      wakeSignal.notify()
    },
    idleMs: () => performance.now() - lastStep,
    async stop() {
      stopping = true
      wakeSignal.notify()
      await ended
      clearInterval(heartbeat)
    },
  }

  async function run() {
    for (let failures = 0; !stopping || (inFlight.size > 0 && failures < 5); ) {
      lastStep = performance.now()
      try {
        await step()
        failures = 0
      } catch (error) {
        failures++
        log.error({ err: error }, 'a step of the sender failed')
        await wakeSignal.wait(pollMs)
      }
    }
    await claiming
    await releaseClaims().catch(error =>
      log.error({ err: error }, 'claimed deliveries could not be released'),
    )
  }

  async function step() {
    const permits = stopping ? 0 : mailFlow.permits(connections)
    if (permits === 0) await releaseClaims()
    claimNext(permits)
    // Mails whose outcome is not written yet are in flight, too.
    const unfinished = inFlight.size - outcomes.length - mailFlow.undecided()
    const free = Math.max(0, permits - unfinished)
    const requested = rateLimiter.waitMs() > 0 ? 0 : Math.min(free, waiting.size)
    if (requested + outcomes.length > 0) {
      const isBatchFull = outcomes.length >= batchSize
      if (!isBatchFull && unfinished > 0) {
        const wasWoken = await wakeSignal.wait(batchMs)
        if (wasWoken) return
      }
      // The circuit can have opened during the wait.
      if (mailFlow.permits(connections) < permits) return
      const isTrial = requested > 0 && mailFlow.isFailing()
      const isPermitted = !isTrial || (await mailFlow.takeTrial('drop'))
      const slots = isPermitted ? await rateLimiter.reserve(requested) : []
      const hasWork = slots.length + outcomes.length > 0
      const sent = hasWork ? await writeAndSend(slots, isTrial) : 0
      if (isTrial && isPermitted && sent === 0) await mailFlow.returnTrial()
      if (hasWork) return
    }
    await wakeSignal.wait(Math.min(pollMs, waitBeforeNextSend(permits)))
  }

  /** Milliseconds until the mail server or the rate limit permits the next mail; infinite if neither prevents it. */
  function waitBeforeNextSend(permits: number): number {
    if (permits > 0 && waiting.size === 0) return Infinity
    const wait = permits === 0 ? mailFlow.waitMs() : rateLimiter.waitMs()
    return wait > 0 ? wait : Infinity
  }

  /** Claims before the waiting deliveries are used up, so that connections do not wait for the database. */
  function claimNext(permits: number) {
    if (claiming || permits === 0 || waiting.size > claimSize / 2 || performance.now() < nextPoll)
      return
    // Set before the claim, because a notification during it must cause another claim.
    nextPoll = performance.now() + pollMs
    claiming = claim(permits < connections ? permits : claimSize)
  }

  async function claim(limit: number) {
    try {
      const excludeIds = [...waiting.keys(), ...inFlight.keys()]
      const claimed = await claimDeliveries(db, senderId, limit, clock.now(), excludeIds)
      if (claimed.length > 0) nextPoll = 0
      for (const delivery of claimed)
        if (delivery.status !== 'skipped') waiting.set(delivery.id, delivery)
    } catch (error) {
      log.error({ err: error }, 'no deliveries could be claimed')
    }
    claiming = null
    wakeSignal.notify()
  }

  /** Writes all outcomes and marks the next deliveries as `sending` in one statement, then sends these. */
  async function writeAndSend(slots: Slot[], isTrial: boolean): Promise<number> {
    const next = [...waiting.values().take(slots.length)]
    const written = outcomes
    outcomes = []
    try {
      const updates = [...written, ...next.map(toSending)]
      const updated = await updateDeliveries(db, senderId, updates, clock.now())
      const sending = new Map(
        updated.flatMap(row => (row.status === 'sending' ? [[row.id, row]] : [])),
      )
      for (const { id } of written) inFlight.delete(id)
      for (const [n, delivery] of next.entries()) {
        waiting.delete(delivery.id)
        const recipient = sending.get(delivery.id)
        if (recipient) void send({ ...recipient, ...delivery }, { slot: slots[n], isTrial })
      }
      return sending.size
    } catch (error) {
      outcomes.unshift(...written)
      throw error
    }
  }

  async function send(
    delivery: ClaimedDelivery & Recipient,
    how: { slot: Slot | undefined; isTrial: boolean },
  ) {
    inFlight.set(delivery.id, delivery)
    const outcome = await attempt(delivery, how)
    const update = decideNextState(delivery, outcome, clock.now())
    await recordRejection(context, { ...update, address: delivery.address }, outcome)
    outcomes.push(update)
    wakeSignal.notify()
  }

  async function attempt(
    delivery: ClaimedDelivery & Recipient,
    how: { slot: Slot | undefined; isTrial: boolean },
  ): Promise<Outcome> {
    try {
      return await mailFlow.send('drop', await composeDropMail(delivery), how)
    } catch (error) {
      if (how.isTrial) await mailFlow.returnTrial()
      if (error instanceof DatabaseUnavailable)
        return { kind: 'unavailable', reason: 'the database is unavailable' }
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
    await renewLeases(db, senderId, ids).catch(error =>
      log.error({ err: error }, 'leases of claimed deliveries could not be renewed'),
    )
  }
}

const toSending = (delivery: ClaimedDelivery): DeliveryUpdate => ({
  ...delivery,
  status: 'sending',
  last_error: null,
})
