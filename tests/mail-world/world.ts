import { createSecretKey, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { storedMails } from '../../src/app/mails.ts'
import { retryFailed, stopDrop } from '../../src/delivery/delivery-controls.ts'
import { enqueueRecipients } from '../../src/delivery/enqueue-recipients.ts'
import { createDropLedger } from '../../src/delivery/sender/drop-ledger.ts'
import { makeDrop } from '../../src/drops/make-drop.ts'
import { blockFollower } from '../../src/follows/followers/remove-follower.ts'
import { chooseFrequency } from '../../src/follows/mail-frequency/choose-frequency.ts'
import { endFollows } from '../../src/follows/unfollow.ts'
import { unsubscribeFromAll } from '../../src/follows/unsubscribing/unsubscribe.ts'
import type { MailContext } from '../../src/mail/define-mail.ts'
import { controlMail } from '../../src/mail/pausing/mail-controls.ts'
import { openMailFlow } from '../../src/mail/pausing/mail-flow.ts'
import { createMailLedger } from '../../src/mail/sender/mail-ledger.ts'
import { createSendRateLimiter } from '../../src/mail/sender/send-rate-limit.ts'
import { startSender } from '../../src/mail/sender/sender.ts'
import { eraseAccount } from '../../src/members/deletion/delete-account.ts'
import { requestEmailConfirmation } from '../../src/members/email/request-confirmation.ts'
import { requestReset } from '../../src/members/passwords/request-reset.job.ts'
import { accountParts } from '../../src/operations/account-parts.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import type { Context } from '../../src/platform/context.ts'
import type { Database } from '../../src/platform/database.ts'
import { Failure } from '../../src/platform/errors.ts'
import { openLog } from '../../src/platform/log/log.ts'
import { addPeople, addStars, type Person, reset } from './population.ts'
import { createProcess, expireLeases, type Process } from './process.ts'
import { createRandom } from './random.ts'
import { createRelay, manners, outages } from './relay.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** The person whose mails end, and at which step; `sending` are the Message-IDs that were on their way then. */
export type Stop = {
  person: Person
  /** Null for all mail. */
  star: number | null
  step: number
  sending: string[]
}
type Sender = Awaited<ReturnType<typeof openSender>>

export type World = Awaited<ReturnType<typeof createWorld>>

const settings = { PUBLIC_URL: 'http://radr.test', RATE_LIMITS: 'off', OUTSIDE_SERVICES: 'off' }

/** Members, followers and senders, to which `act` does something at random. */
export async function createWorld(db: Database, seed: number) {
  await reset(db)
  const random = createRandom(seed)
  let now = Date.parse('2026-03-02T12:00:00Z') + random.below(7 * 24) * hour
  let step = 0
  const clock = { now: () => new Date(now) }
  const relay = createRelay(random, () => step)
  const log = openLog('silent')
  const shared = {
    config: readConfig(settings),
    clock,
    log,
    linkKey: createSecretKey(Buffer.alloc(32, seed)),
    queue: { send: async () => {} },
  }
  // What these functions take of a context.
  const context = { ...shared, db } as unknown as Context
  const stars = await addStars(db)
  const people = await addPeople(db, random, clock.now())
  const stops: Stop[] = []
  const stoppedDrops = new Set<string>()
  const deleted = new Set<Person>()
  const [senders, dead]: [Sender[], string[]] = [[], []]
  let kills = 0

  const openOne = async () => senders.push(await openSender(db, shared, relay, () => kills++))
  for (let number = 0; number < 2; number++) await openOne()

  const followOf = (person: Person) => random.pick(person.follows)
  const starOf = (index: number) => stars[index] ?? { id: 0 }
  const alive = () => people.filter(person => !deleted.has(person))
  const fans = () => alive().filter(({ userId }) => userId !== null)

  const weights: [number, () => Promise<void>][] = [
    [10, drop],
    [8, pass],
    [6, kill],
    [4, misbehave],
    [4, recover],
    [4, askForReset],
    [2, choose],
    [2, breakDatabase],
  ]
  const rare = [relayOutage, pause, stopAll, leave, block, mailOff, stopADrop, retry]
  const actions = [
    ...weights.flatMap(([weight, action]) => Array.from({ length: weight }, () => action)),
    ...rare,
    ...[askForConfirmation, deleteAccount],
  ]

  return {
    relay,
    people,
    stars,
    stops,
    stoppedDrops,
    deleted,
    kills: () => kills,
    /** Does one thing at random, and lets the senders work for a moment, or not. */
    async act() {
      step++
      await (step === 1 ? drop : random.pick(actions))()
      await replaceDead()
      notify()
      await wait(random.below(9))
    },
    /** Lets everything that can still be sent be sent; returns how many mails are open then. */
    async settle(): Promise<number> {
      relay.outage = null
      for (const { process } of senders) process.breakDatabase(0)
      await controlMail(db, 'resume', clock.now())
      const isWellAfter = random.below(12)
      let open = 1
      for (let round = 0; round < 40 && open > 0; round++) {
        if (round === isWellAfter) relay.manners.clear()
        now += round < 12 ? 8 * hour : day
        await enqueueAll(context)
        await replaceDead()
        await makeTrialDue(db)
        await Promise.all(senders.map(({ flow }) => flow.refresh()))
        notify()
        for (let waits = 0; waits < 100 && (await countOpen(db, clock.now())) > 0; waits++) {
          await makeTrialDue(db)
          notify()
          await wait(4)
        }
        open = await countOpen(db, null)
      }
      return open
    },
    async end() {
      await Promise.all(senders.map(({ stop }) => stop()))
    },
  }

  function notify() {
    for (const { sender } of senders) sender.notify()
  }

  async function replaceDead() {
    for (const ended of senders.filter(({ process }) => process.isDead())) {
      dead.push(ended.id)
      senders.splice(senders.indexOf(ended), 1)
      void ended.stop()
      await openOne()
    }
    await expireLeases(db, dead)
  }

  /** Writes what ends mails, and notes which of them were on their way. */
  async function end(person: Person, star: number | null, change: () => Promise<unknown>) {
    if (deleted.has(person)) return
    await change()
    await awaitEarlierStatements(db)
    stops.push({ person, star, step, sending: await findSending(db, person) })
  }

  async function drop() {
    const index = random.below(stars.length)
    const star = starOf(index)
    await sql`update tracks set spotify_track_id = ${`track${step}`}
      where user_id = ${star.id} and rank = 1`.execute(db)
    // A star drops once in seven days.
    await makeDrop(context, star.id, 'Listen').catch(ignoreFailure)
    // The process that adds the recipients can be killed, too; then `settle` continues.
    const process = createProcess(db, () => {})
    if (random.isIn(0.3)) process.killAfter(1 + random.below(6))
    await enqueueAll({ ...context, db: process.db }).catch(ignoreDead(process))
  }
  async function pass() {
    now += random.pick([1, 10, 8 * 60, 24 * 60, 4 * 24 * 60, 7 * 24 * 60]) * 60_000
  }
  async function misbehave() {
    relay.manners.set(random.pick(people).email, random.pick(manners))
  }
  async function relayOutage() {
    relay.outage = random.pick(outages)
  }
  async function recover() {
    relay.outage = null
    await controlMail(db, 'resume', clock.now())
    await makeTrialDue(db)
  }
  async function kill() {
    random.pick(senders).process.killAfter(1 + random.below(60))
  }
  async function breakDatabase() {
    random.pick(senders).process.breakDatabase(1 + random.below(8))
  }
  async function stopAll() {
    const person = random.pick(alive())
    const stop = () =>
      db.transaction().execute(trx => unsubscribeFromAll(trx, person.email, clock.now()))
    await end(person, null, stop)
  }
  async function leave() {
    const person = random.pick(alive())
    const { star, id } = followOf(person)
    await end(person, star, () =>
      db.transaction().execute(trx => endFollows(trx, [id], clock.now())),
    )
  }
  async function block() {
    const person = random.pick(alive())
    const { star, id } = followOf(person)
    await end(person, star, () => blockFollower(context, starOf(star).id, id))
  }
  async function mailOff() {
    const person = random.pick(alive())
    const { star, id } = followOf(person)
    await end(person, star, () =>
      db.updateTable('radr_follows').set({ mail_off: true }).where('id', '=', id).execute(),
    )
  }
  async function stopADrop() {
    const star = random.pick(stars)
    const newest = await db
      .selectFrom('drops')
      .select('drop_number')
      .where('user_id', '=', star.id)
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
    if (!newest) return
    await stopDrop(context, star.id, newest.drop_number).catch(ignoreFailure)
    stoppedDrops.add(`${star.username}/drops/${newest.drop_number}`)
  }
  async function retry() {
    const star = random.pick(stars)
    await retryFailed(context, star.id, 1).catch(ignoreFailure)
  }
  async function askForReset() {
    const fan = random.pick(fans())
    const signal = new AbortController().signal
    await requestReset.run(context, { userId: fan.userId, budgetWait: 0 }, signal)
  }
  async function askForConfirmation() {
    const fan = random.pick(fans())
    const member = { id: fan.userId ?? 0, email: fan.email }
    await db.transaction().execute(trx => requestEmailConfirmation(context, trx, member))
  }
  async function choose() {
    const person = random.pick(alive().filter(({ isWeekly }) => !isWeekly))
    const frequency = random.pick(['single', 'weekly'] as const)
    const timeZone = random.pick(['UTC', 'Asia/Tokyo'])
    const choice = { frequency, timeZone }
    await db
      .transaction()
      .execute(trx => chooseFrequency(trx, person.subscriberId, choice, clock.now()))
  }
  async function pause() {
    await controlMail(db, 'pause', clock.now())
  }
  async function deleteAccount() {
    const fan = random.pick(fans())
    const { userId } = fan
    if (fans().length < 2 || userId === null || random.isIn(0.5)) return
    await end(fan, null, () =>
      db.transaction().execute(trx => eraseAccount({ ...context, accountParts }, trx, userId)),
    )
    deleted.add(fan)
    if (random.isIn(0.5)) await sql`delete from users where id = ${userId}`.execute(db)
  }
}

async function openSender(
  db: Database,
  shared: object,
  relay: ReturnType<typeof createRelay>,
  onKill: () => void,
) {
  const process = createProcess(db, onKill)
  const log = openLog('silent')
  const flow = await openMailFlow({ db: process.db, log }, relay.transportOf(process))
  const rateLimiter = createSendRateLimiter(process.db, null)
  const context = { ...shared, db: process.db, mailFlow: flow, rateLimiter } as MailContext
  const id = randomUUID()
  const ledgers = [
    createMailLedger(context, 'account', storedMails),
    createDropLedger(context),
    createMailLedger(context, 'weekly', storedMails),
  ]
  const sender = startSender(context, ledgers, id)
  return {
    id,
    process,
    flow,
    sender,
    async stop() {
      flow.stop()
      await sender.stop()
    },
  }
}

async function enqueueAll(context: Pick<Context, 'db' | 'clock' | 'config' | 'linkKey' | 'log'>) {
  const incomplete = await context.db
    .selectFrom('drops')
    .select('id')
    .where('enqueued_at', 'is', null)
    .execute()
  const { signal } = new AbortController()
  for (const { id } of incomplete)
    await enqueueRecipients({ ...context, notifySender() {} }, id, signal)
}

function ignoreFailure(error: unknown) {
  if (!(error instanceof Failure)) throw error
}

const ignoreDead = (process: Process) => (error: unknown) => {
  if (!process.isDead()) throw error
}

/** Mails that are due at a time, or with null all that have not ended. */
async function countOpen(db: Database, now: Date | null): Promise<number> {
  const isDue = (time: string) => (now ? sql`${sql.ref(time)} <= ${now}` : sql`true`)
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from mails where due_at is not null and ${isDue('due_at')}) + (
      select count(*) from drop_notifications
      where (status in ('pending', 'sending') and weekly_mail_id is null)
        or (next_attempt_at is not null and ${isDue('next_attempt_at')})
    ) as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** A statement that began before a stop decides without it, also where it has not locked its rows yet. */
async function awaitEarlierStatements(db: Database) {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db)
  const findEarlier = () =>
    sql`select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and state = 'active' and query_start < ${rows[0]?.now}::timestamptz`.execute(db)
  await expect.poll(async () => (await findEarlier()).rows.length, { interval: 5 }).toBe(0)
}

/** The Message-IDs of the mails to a person that a sender has begun with. The locks wait for one that just does. */
async function findSending(db: Database, { email, subscriberId }: Person): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with deliveries as materialized (
      select drop_id, follow_id, n.status from drop_notifications n
      where follow_id in (select id from radr_follows where registry_id = ${subscriberId})
        and weekly_mail_id is null
      order by n.id for share
    ), waiting as materialized (
      select id, kind, status from mails
      where subscriber_id = ${subscriberId} or user_id = (select id from users where email = ${email})
      order by subscriber_id, id for share
    )
    select '<drop.' || drop_id || '.' || follow_id || '@radr.test>' as id
    from deliveries where status = 'sending'
    union all
    select case when kind = 'weekly-mail' then '<digest.' else '<' end || id || '@radr.test>'
    from waiting where status = 'sending'`.execute(db)
  return rows.map(({ id }) => id)
}

const makeTrialDue = (db: Database) =>
  sql`update mail_flow set next_attempt_at = now() where failing_since is not null`.execute(db)
