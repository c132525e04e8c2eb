import { randomUUID } from 'node:crypto'
import type { WorkerContext } from '../platform/account-mail.ts'
import { watchPause } from '../platform/mail/flow.ts'
import type { Outcome } from '../platform/mail/mail.ts'
import { measured, showBreaker } from '../platform/metrics.ts'
import { afterAttempt } from './after-attempt.ts'
import { newBell } from './bell.ts'
import { newBreaker } from './breaker.ts'
import { openDropMails } from './drop-mails.ts'
import {
  type Claim,
  claimRows,
  leaseMs,
  releaseRows,
  renewLeases,
  type Step,
  writeSteps,
} from './ledger.queries.ts'
import { recordRefusal } from './refusals.ts'

/** Outcomes are written together when they come close together: a statement costs more than a mail. */
const groupSize = 8
const groupMs = 10
/** How often the ledger is looked at for rows that nobody announced. */
const pollMs = 1_000

export type Sender = {
  /** There are new rows in the ledger. */
  wake(): void
  /** Begins no more mails and waits until what became of the begun ones is written. */
  stop(): Promise<void>
}

/** Sends whatever the ledger holds until it is stopped. Any number of processes may do so at once. */
export function startSender(context: WorkerContext): Sender {
  const { db, transport, flow, clock, log } = context
  // No more rows are `sending`, so that a kill doubles no more mails.
  const { connections } = transport
  // What is claimed goes before what is dropped meanwhile, so it is at most a second's worth.
  const claimSize = Math.min(100, Math.max(2, flow.rate ?? 100))
  const name = randomUUID()
  const mailFor = openDropMails(context)
  const breaker = newBreaker()
  const bell = newBell()
  /** Claimed and not begun. */
  const waiting = new Map<number, Claim>()
  /** `sending` in the ledger, also when the outcome is known and not yet written. */
  const begun = new Map<number, Claim>()
  let done: Step[] = []
  let looking = false
  let nextLook = 0
  let stopping = false

  const heartbeat = setInterval(renew, leaseMs / 4)
  const pause = watchPause(db, bell.ring, log)
  const ended = run()

  return {
    wake() {
      nextLook = 0
      bell.ring()
    },
    async stop() {
      stopping = true
      bell.ring()
      await ended
      clearInterval(heartbeat)
      pause.stop()
    },
  }

  async function run() {
    for (let failures = 0; !stopping || (begun.size > 0 && failures < 5); ) {
      try {
        await step()
        failures = 0
      } catch (error) {
        failures++
        log.error({ err: error }, 'the mail ledger did not answer')
        await bell.wait(pollMs)
      }
    }
    await letGo().catch(error => log.error({ err: error }, 'claimed mails were not let go'))
  }

  async function step() {
    const room = stopping || pause.on ? 0 : breaker.room(connections)
    if (room === 0) await letGo()
    void look(room)
    const free = Math.max(0, room - begun.size + done.length)
    const wanted = flow.waitMs() > 0 ? 0 : Math.min(free, waiting.size)
    if (wanted + done.length > 0) {
      const onTheirWay = begun.size - done.length
      if (done.length < groupSize && onTheirWay > 0 && (await bell.wait(groupMs))) return
      const moments = await flow.take(wanted)
      if (moments.length + done.length > 0) return write(moments)
    }
    await bell.wait(Math.min(pollMs, ...nextChances(room)))
  }

  /** Milliseconds until something besides a ring lets mails begin. */
  function nextChances(room: number) {
    if (room === 0) return breaker.waitMs() > 0 ? [breaker.waitMs()] : []
    return waiting.size > 0 && flow.waitMs() > 0 ? [flow.waitMs()] : []
  }

  /** Claims ahead of what is being sent, so that connections do not wait for it. */
  async function look(room: number) {
    if (looking || room === 0 || waiting.size > claimSize / 2 || performance.now() < nextLook)
      return
    looking = true
    const limit = room < connections ? room : claimSize
    // Set first, because a wake during the claim has to lead to another look.
    nextLook = performance.now() + pollMs
    try {
      const held = [...waiting.keys(), ...begun.keys()]
      const rows = await claimRows(db, name, limit, clock.now(), held)
      if (rows.length > 0) nextLook = 0
      for (const row of rows) if (row.status !== 'skipped') waiting.set(row.id, row)
    } catch (error) {
      log.error({ err: error }, 'the mail ledger did not answer')
    } finally {
      looking = false
    }
    bell.ring()
  }

  /** Writes all outcomes and what is begun now, in one statement, and then begins it at its moment. */
  async function write(moments: (() => Promise<void>)[]) {
    const next = [...waiting.values().take(moments.length)]
    const outcomes = done
    done = []
    const beginnings = next.map(beginning)
    try {
      const written = await writeSteps(db, name, [...outcomes, ...beginnings], clock.now())
      const sending = new Set(written.filter(row => row.status === 'sending').map(row => row.id))
      for (const { id } of outcomes) begun.delete(id)
      for (const [n, claim] of next.entries()) {
        waiting.delete(claim.id)
        if (sending.has(claim.id)) void begin(claim, moments[n])
      }
    } catch (error) {
      done.unshift(...outcomes)
      throw error
    }
  }

  async function begin(claim: Claim, moment?: () => Promise<void>) {
    begun.set(claim.id, claim)
    const outcome = await send(claim, moment)
    const step = afterAttempt(claim, outcome, clock.now())
    await recordRefusal(context, step, outcome)
    if (outcome.kind === 'away' || outcome.kind === 'unknown') breaker.failed()
    else breaker.passed()
    showBreaker(breaker.waitMs() > 0)
    done.push(step)
    bell.ring()
  }

  async function send(claim: Claim, moment?: () => Promise<void>): Promise<Outcome> {
    try {
      const mail = await mailFor(claim)
      return await measured('drop', () => transport.send(mail, moment))
    } catch (error) {
      log.error({ err: error, drop: claim.drop_id }, 'a drop mail could not be put together')
      return { kind: 'retry', code: 451, response: 'The mail could not be put together.' }
    }
  }

  async function letGo() {
    const ids = [...waiting.keys()]
    if (ids.length > 0) await releaseRows(db, name, ids)
    for (const id of ids) waiting.delete(id)
  }

  async function renew() {
    const ids = [...waiting.keys(), ...begun.keys()]
    if (ids.length === 0) return
    await renewLeases(db, name, ids, clock.now()).catch(error =>
      log.error({ err: error }, 'the hold on claimed mails was not renewed'),
    )
  }
}

const beginning = ({ id, drop_id, follow_id, attempts, next_attempt_at }: Claim): Step => ({
  id,
  drop_id,
  follow_id,
  attempts,
  next_attempt_at,
  status: 'sending',
  last_error: null,
})
