import { sql } from 'kysely'
import type { DeliveryStatus } from '../../src/contract/states.shared.ts'
import type { Database } from '../../src/platform/database.ts'
import type { Person } from './population.ts'
import { type Attempt, connections } from './relay.ts'
import type { Stop, World } from './world.ts'

type Ended = {
  status: DeliveryStatus
  last_error: string | null
  attempts: number
}
type EndedDelivery = Ended & { follow_id: number; drop: string; at_enqueueing: boolean }
type EndedMail = Ended & { id: string; kind: string; email: string | null }

/** What is wrong once nothing is open any more; empty if every promise was kept. */
export async function findProblems(db: Database, world: World): Promise<string[]> {
  const { rows: deliveries } = await sql<EndedDelivery>`
    select follow_id, username || '/drops/' || drop_number as drop, status, last_error, attempts
    from drop_notifications n join drops on drops.id = drop_id join users on users.id = drops.user_id
  `.execute(db)
  const { rows: mails } = await sql<EndedMail>`
    select mails.id, kind, status, last_error, attempts, email
    from mails left join users on users.id = user_id where kind <> 'weekly-mail'`.execute(db)
  return [
    ...(await findMissing(db, world, deliveries)),
    ...deliveries.flatMap(delivery => problemsOfDelivery(world, delivery)),
    ...mails.flatMap(mail => problemsOfMail(world, mail)),
    ...findDoubles(world),
    ...world.stops.flatMap(stop => findMailsAfter(world, stop)),
    ...findSingles(world),
  ]
}

/** Everybody who followed when a drop was made has a delivery, unless the follow is gone. */
async function findMissing(db: Database, { people }: World, deliveries: EndedDelivery[]) {
  const { rows } = await sql<{ follow_id: number; drop: string; ended: boolean }>`
    select f.id as follow_id, username || '/drops/' || drop_number as drop,
      state <> 'following' as ended
    from drops join users on users.id = drops.user_id join radr_follows f on radr_user_id = drops.user_id
  `.execute(db)
  const known = new Set(deliveries.map(({ follow_id, drop }) => `${follow_id} ${drop}`))
  return rows
    .filter(({ follow_id, drop, ended }) => !ended && !known.has(`${follow_id} ${drop}`))
    .map(({ follow_id, drop }) => `${nameOf(people, follow_id)} has no delivery of ${drop}`)
}

function problemsOfDelivery(world: World, delivery: EndedDelivery): string[] {
  const { drop, follow_id } = delivery
  const person = personOf(world.people, follow_id)
  if (!person) return []
  const attempts = world.relay.attempts.filter(
    ({ to, drops }) => to === person.email && drops.includes(drop),
  )
  const wasStopped =
    world.stoppedDrops.has(drop) ||
    world.relay.attempts.some(({ to, manner }) => to === person.email && manner === 'refuses') ||
    (delivery.last_error === 'suppressed soft' &&
      countGivenUp(world, person) > softBouncesAllowed) ||
    world.stops.some(
      stop =>
        stop.person === person && (stop.star === null || drop.startsWith(`star${stop.star}/`)),
    )
  return problemsOf(world, `${drop} to ${person.email}`, delivery, { attempts, wasStopped })
}

/** Mails of drops that were deferred until they were given up, each of which is a soft bounce. */
const countGivenUp = ({ relay }: World, { email }: Person) =>
  [
    ...Map.groupBy(
      relay.attempts.filter(({ to, drops }) => to === email && drops.length > 0),
      ({ messageId }) => messageId,
    ).values(),
  ].filter(ofMail => ofMail.filter(({ manner }) => manner === 'defers').length >= maxAttempts)
    .length

function problemsOfMail(world: World, mail: EndedMail): string[] {
  const attempts = world.relay.attempts.filter(
    ({ messageId }) => messageId === `<${mail.id}@radr.test>`,
  )
  // A confirmation that is not needed any more, or was asked for again; a stop of all mail, or a deleted account.
  const wasStopped =
    mail.kind === 'confirm-email' ||
    world.stops.some(({ person, star }) => star === null && person.email === mail.email) ||
    world.deleted.size > 0
  return problemsOf(world, `${mail.kind} ${mail.id}`, mail, { attempts, wasStopped })
}

/** The first attempt and seven retries. */
const maxAttempts = 8
const softBouncesAllowed = 2

function problemsOf(
  world: World,
  name: string,
  { status, last_error, attempts: counted }: Ended,
  { attempts, wasStopped }: { attempts: Attempt[]; wasStopped: boolean },
): string[] {
  const count = (...manners: Attempt['manner'][]) =>
    attempts.filter(({ manner }) => manners.includes(manner)).length
  const hasArrived = attempts.some(attempt => attempt.hasArrived)
  const isUnsure =
    count('stays silent', 'swallows') > 0 || attempts.some(({ process }) => process.isDead())
  const problem = (what: string) => [`${name} is ${status} (${last_error}), but ${what}`]
  if (status !== 'sent' && last_error === null) return problem('has no reason')
  switch (status) {
    case 'sent':
      return hasArrived ? [] : problem('has never arrived')
    case 'failed':
      if (hasArrived && !isUnsure) return problem('has arrived')
      if (count('refuses') > 0) return []
      return count('defers', 'hangs up') >= maxAttempts || counted >= maxAttempts
        ? []
        : problem('the relay never refused it')
    case 'skipped':
      // One that was given up after it had arrived can have been sent again by the owner, and stopped then.
      if (hasArrived && count('refuses', 'defers') === 0) return problem('has arrived')
      return wasStopped ? [] : problem('nobody stopped it')
    case 'unknown':
      // A sender can be killed before its mail reaches the relay.
      return isUnsure || world.kills() > 0 ? [] : problem('the relay has always answered')
    default:
      return problem('nothing is open')
  }
}

/** A mail arrives again only if its process was killed while it had the connection, or the relay did not reply. */
function findDoubles({ relay: { attempts } }: World): string[] {
  return [...Map.groupBy(attempts, ({ messageId }) => messageId)].flatMap(([id, ofMail]) => {
    const arrived = ofMail.filter(({ hasArrived }) => hasArrived)
    const excused = arrived.filter(
      attempt => attempt.manner === 'stays silent' || isLastOfDead(attempts, attempt),
    )
    const doubles = arrived.length - 1 - excused.length
    return doubles > 0
      ? [`${id} has arrived ${arrived.length} times, ${excused.length} excused`]
      : []
  })
}

/** Whether it had one of the connections when its process was killed. */
function isLastOfDead(attempts: Attempt[], { process, messageId }: Attempt): boolean {
  if (!process.isDead()) return false
  const last = attempts.filter(attempt => attempt.process === process).slice(-2 * connections)
  return last.some(attempt => attempt.messageId === messageId)
}

function findMailsAfter({ relay }: World, { person, star, step, sending }: Stop): string[] {
  return relay.attempts
    .filter(
      attempt =>
        attempt.to === person.email &&
        attempt.step > step &&
        !sending.includes(attempt.messageId) &&
        (star === null
          ? attempt.drops.length > 0
          : attempt.drops.some(drop => drop.startsWith(`star${star}/`))),
    )
    .map(({ messageId }) => `${messageId} was mailed to ${person.email}, who stopped it before`)
}

/** Who always had one mail a week gets no other, unless the owner of a drop sends it again. */
function findSingles({ relay, people }: World): string[] {
  const isOdd = (email: string) =>
    relay.attempts.some(({ to, manner }) => to === email && manner !== 'accepts')
  return relay.attempts
    .filter(({ to, messageId }) => {
      const person = people.find(({ email }) => email === to)
      return person?.isWeekly && messageId.startsWith('<drop.') && !isOdd(to)
    })
    .map(({ to, messageId }) => `${messageId} was mailed to ${to}, who wants one mail a week`)
}

const personOf = (people: Person[], followId: number) =>
  people.find(({ follows }) => follows.some(({ id }) => id === followId))

const nameOf = (people: Person[], followId: number) => personOf(people, followId)?.email
