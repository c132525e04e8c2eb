import { randomUUID } from 'node:crypto'
import { DatabaseUnavailable } from '../../platform/database/database-unavailable.ts'
import type { MailContext } from '../define-mail.ts'
import type { Outcome } from '../mail.ts'
import { type Attempted, decideNextState } from './decide-next-state.ts'
import {
  type ClaimedMail,
  type Ledger,
  leaseMs,
  type MailUpdate,
  releaseLeases,
  renewLeases,
} from './ledger.ts'
import type { Slot } from './send-rate-limit.ts'
import { createWakeSignal } from './wake-signal.ts'

/** A statement costs more than sending a mail, so up to `outcomesPerWrite` wait for each other, `batchMs` at most. */
const outcomesPerWrite = 8
const batchMs = 10
/** How often the database is polled for mails of other processes and retries that are due. */
const pollMs = 1_000

type Sender = {
  notify(): void
  /** Milliseconds since the last iteration of its loop; more than a few seconds mean that it has stalled. */
  idleMs(): number
  /** Sends no further mails and waits until the outcomes of those in flight are written. */
  stop(): Promise<void>
}

type Claim = { ledger: Ledger; row: ClaimedMail }
type Ended = { ledger: Ledger; update: MailUpdate }
type How = { slot: Slot | undefined; isTrial: boolean }
type Trial = ReturnType<typeof createTrial>

/** The trial of the mail server that this sender has taken: the next mail is sent with it. */
function createTrial() {
  let isUsed = false
  return {
    isUsed: () => isUsed,
    /** Returns true once. */
    use(): boolean {
      const isFirst = !isUsed
      isUsed = true
      return isFirst
    },
  }
}

/** Sends the mails of all ledgers that are due until it is stopped. Any number of processes can run a sender. */
export function startSender(
  context: MailContext,
  ledgers: readonly Ledger[],
  senderId = randomUUID(),
): Sender {
  const { db, mailFlow, rateLimiter, clock, log } = context
  // Limits the duplicates after a crash: no more mails are in flight than connections.
  const { connections } = mailFlow
  // A claim has at most one second's worth of mails, because a later drop has to wait for claimed mails.
  const claimSize = Math.min(100, Math.max(2, rateLimiter.rate ?? 100))

  const wakeSignal = createWakeSignal()
  /** Claimed and not in flight. Those with priority are sent first. */
  const priority = new Map<ClaimedMail['id'], Claim>()
  const others = new Map<ClaimedMail['id'], Claim>()
  /** `sending` in the database; the outcome may be known but not written yet. */
  const inFlight = new Map<ClaimedMail['id'], Claim>()
  let outcomes: Ended[] = []
  let claiming: Promise<void> | null = null
  let nextPoll = 0
  let nextPriorityPoll = 0
  let stopping = false
  let lastStep = performance.now()

  const heartbeat = setInterval(renew, leaseMs / 4)
  const stopped = run()

  return {
    notify() {
      nextPoll = 0
      nextPriorityPoll = 0
      wakeSignal.notify()
    },
    idleMs: () => performance.now() - lastStep,
    async stop() {
      stopping = true
      wakeSignal.notify()
      await stopped
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
      log.error({ err: error }, 'claimed mails could not be released'),
    )
  }

  /**
   * Writes outcomes and new mails together, when nothing is in flight, `outcomesPerWrite` outcomes wait, or `batchMs` have
   * passed without a new one. Each way out has written, waited or seen a change, so that the loop does not spin.
   */
  async function step() {
    const permits = stopping ? 0 : mailFlow.permits(connections)
    if (permits === 0) await releaseClaims()
    claimNext(permits)
    // `inFlight` has mails whose outcome waits to be written or decided, too, which need no connection any more.
    const busyConnections = inFlight.size - outcomes.length - mailFlow.undecided()
    const free = Math.max(0, permits - busyConnections)
    const requested = requestedOf(free)
    if (requested.priority + requested.others + outcomes.length > 0) {
      if (busyConnections > 0 && (await hasChangedMeanwhile())) return
      // The circuit can have opened during the wait. Asked before a trial is taken, after which no sender has permits.
      if (mailFlow.permits(connections) < permits) return
      const needsTrial = requested.priority + requested.others > 0 && mailFlow.isFailing()
      const trial = needsTrial && (await mailFlow.takeTrial()) ? createTrial() : null
      try {
        const slots =
          needsTrial && !trial ? { priority: [], others: [] } : await reserveSlots(requested)
        if (slots.priority.length + slots.others.length + outcomes.length > 0)
          return await writeAndSend(slots, trial)
      } finally {
        // Other senders wait for the outcome of a trial, so one without a mail is returned, also after a failure.
        if (trial && !trial.isUsed()) await mailFlow.returnTrial()
      }
    }
    await wakeSignal.wait(Math.min(pollMs, waitBeforeNextSend(permits)))
  }

  /** Waits for the outcomes of other mails, unless enough are there. If something changes meanwhile, the next step looks again. */
  async function hasChangedMeanwhile(): Promise<boolean> {
    return outcomes.length < outcomesPerWrite && (await wakeSignal.wait(batchMs))
  }

  /**
   * How many mails to send on the free connections, those with priority first. A trial is made with either by chance, because a
   * mail with priority that always fails must not be every trial.
   */
  function requestedOf(free: number) {
    const isOthersTurn = mailFlow.isFailing() && others.size > 0 && Math.random() < 0.5
    const priorityCount = isOthersTurn ? 0 : Math.min(free, priority.size)
    const othersCount = rateLimiter.waitMs() > 0 ? 0 : Math.min(free - priorityCount, others.size)
    return { priority: priorityCount, others: othersCount }
  }

  async function reserveSlots(requested: { priority: number; others: number }) {
    const slots = await rateLimiter.reserve(requested.priority, { hasPriority: true })
    return { priority: slots, others: await rateLimiter.reserve(requested.others) }
  }

  /**
   * Milliseconds until the mail server permits the next mail, or the rate limit one without priority; infinite if neither
   * prevents it.
   */
  function waitBeforeNextSend(permits: number): number {
    if (permits > 0 && others.size === 0) return Infinity
    const wait = permits === 0 ? mailFlow.waitMs() : rateLimiter.waitMs()
    return wait > 0 ? wait : Infinity
  }

  /** Claims before the waiting mails are used up, so that connections do not wait for the database. */
  function claimNext(permits: number) {
    if (claiming || permits === 0) return
    const now = performance.now()
    const isRoom = (claims: typeof others) => claims.size <= claimSize / 2
    const claimsPriority = now >= nextPriorityPoll && isRoom(priority)
    const claimsOthers = now >= nextPoll && isRoom(others)
    if (!claimsPriority && !claimsOthers) return
    // Set before the claim, because a notification during it must cause another claim.
    if (claimsPriority) nextPriorityPoll = now + pollMs
    if (claimsOthers) nextPoll = now + pollMs
    const chosen = ledgers.filter(({ hasPriority }) =>
      hasPriority ? claimsPriority : claimsOthers,
    )
    if (chosen.length === 0) return
    // A trial is made with one mail.
    const limit = mailFlow.isFailing() ? 1 : claimSize
    claiming = claim(chosen, limit)
  }

  async function claim(chosen: Ledger[], limit: number) {
    for (const ledger of chosen) {
      try {
        const claims = ledger.hasPriority ? priority : others
        const ownIds = ownRows(ledger).map(({ id }) => id)
        const claimed = await ledger.claim(senderId, limit, clock.now(), ownIds)
        for (const row of claimed) if (!row.is_skipped) claims.set(row.id, { ledger, row })
        if (claimed.length > 0 && ledger.hasPriority) nextPriorityPoll = 0
        if (claimed.length > 0 && !ledger.hasPriority) nextPoll = 0
      } catch (error) {
        log.error({ err: error }, 'no mails could be claimed')
      }
    }
    claiming = null
    wakeSignal.notify()
  }

  /** Writes all outcomes and marks the next mails as `sending`, in one statement for each ledger, then sends these. */
  async function writeAndSend(slots: { priority: Slot[]; others: Slot[] }, trial: Trial | null) {
    const next = [
      ...priority.values().take(slots.priority.length),
      ...others.values().take(slots.others.length),
    ]
    // Any mail may take any of them: the priority was in how many were reserved.
    const freeSlots = [...slots.priority, ...slots.others]
    const written = outcomes
    outcomes = []
    const results = await Promise.allSettled(
      ledgers.map(async ledger => {
        const own = written.filter(outcome => outcome.ledger === ledger)
        const rows = next.filter(claim => claim.ledger === ledger).map(({ row }) => row)
        if (own.length + rows.length === 0) return
        try {
          const updates = own.map(({ update }) => update)
          const sending = await ledger.write(
            senderId,
            { outcomes: updates, next: rows },
            clock.now(),
          )
          for (const { id } of updates) inFlight.delete(id)
          for (const { id } of rows) claimsOf(ledger).delete(id)
          for (const row of sending) {
            const isTrial = trial?.use() === true
            void send({ ledger, row }, { slot: freeSlots.shift(), isTrial })
          }
        } catch (error) {
          outcomes.unshift(...own)
          throw error
        }
      }),
    )
    const failed = results.find(result => result.status === 'rejected')
    if (failed) throw failed.reason
  }

  async function send(claim: Claim, how: How) {
    const { ledger, row } = claim
    inFlight.set(row.id, claim)
    const { outcome, address } = await attempt(claim, how)
    const update = decideNextState(row, outcome, clock.now())
    if (address !== null && outcome.kind !== 'unwanted')
      await ledger.settle(row, address, outcome, update)
    outcomes.push({ ledger, update })
    wakeSignal.notify()
  }

  async function attempt(
    { ledger, row }: Claim,
    how: How,
  ): Promise<{ outcome: Attempted; address: string | null }> {
    try {
      const mail = await ledger.compose(row)
      if (mail)
        return { outcome: await mailFlow.send(row.kind, mail, how), address: mail.to.address }
      if (how.isTrial) await mailFlow.returnTrial()
      return { outcome: { kind: 'unwanted' }, address: null }
    } catch (error) {
      if (how.isTrial) await mailFlow.returnTrial()
      return { outcome: failureOf(error, row), address: null }
    }
  }

  function failureOf(error: unknown, { kind, id }: ClaimedMail): Outcome {
    if (error instanceof DatabaseUnavailable)
      return { kind: 'unavailable', reason: 'the database is unavailable' }
    log.error({ err: error, mail: kind, id }, 'a mail could not be composed')
    return { kind: 'retry', code: 451, response: '4.6.5 The mail could not be put together.' }
  }

  async function releaseClaims() {
    for (const ledger of ledgers) {
      const claims = claimsOf(ledger)
      const rows = rowsOf(ledger, claims)
      if (rows.length > 0) await releaseLeases(db, ledger, senderId, rows)
      for (const { id } of rows) claims.delete(id)
    }
  }

  async function renew() {
    for (const ledger of ledgers) {
      const rows = ownRows(ledger)
      if (rows.length === 0) continue
      await renewLeases(db, ledger, senderId, rows).catch(error =>
        log.error({ err: error }, 'leases of claimed mails could not be renewed'),
      )
    }
  }

  function claimsOf({ hasPriority }: Ledger) {
    return hasPriority ? priority : others
  }

  function ownRows(ledger: Ledger) {
    return [...rowsOf(ledger, claimsOf(ledger)), ...rowsOf(ledger, inFlight)]
  }
}

const rowsOf = (ledger: Ledger, claims: Map<ClaimedMail['id'], Claim>) =>
  [...claims.values()].filter(claim => claim.ledger === ledger).map(({ row }) => row)
