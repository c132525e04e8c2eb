import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { drainQueue } from '../../../tests/drain-queue.ts'
import { saveTracks } from '../../../tests/drop-audience.ts'
import { confirmedMember } from '../../../tests/member-actions.ts'
import { day, hour, openTestApp } from '../../../tests/test-app.ts'
import { weeklyTokenOf } from '../../../tests/unsubscribe-token-of.ts'
import { addressToken } from '../../mail/links/mail-links.ts'

const app = await openTestApp()
const { context } = app
const { db, clock, linkKey } = context
const now = () => clock.now().getTime()
const numRuns = Number(process.env.FUZZ_RUNS ?? 12)

/** Hours that the zone is ahead of UTC, all year. */
const zones = { UTC: 0, 'Asia/Tokyo': 9 } as const
type Zone = keyof typeof zones

type Step =
  | { kind: 'drop'; star: 0 | 1 }
  | { kind: 'pass'; hours: number }
  | { kind: 'mail'; who: Who; star: 0 | 1; byLink: boolean; on: boolean }
  | { kind: 'frequency'; who: Who; byLink: boolean; timeZone: Zone | 'single' }
  | { kind: 'oneClick'; who: Who }
  | { kind: 'follow'; star: 0 | 1; on: boolean }
/** One of the two readers is a member. The other has no settings and chooses by link. */
type Who = 'member' | 'address'

const who = fc.constantFrom<Who[]>('member', 'address')
const star = fc.constantFrom<(0 | 1)[]>(0, 1)
const step = fc.oneof<fc.MaybeWeightedArbitrary<Step>[]>(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('drop'), star }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('pass'), hours: fc.constantFrom(24, 96, 168) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('mail'),
      who,
      star,
      byLink: fc.boolean(),
      on: fc.boolean(),
    }),
  },
  {
    // Often, because what counts is a change while drops wait for a digest.
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('frequency'),
      who,
      byLink: fc.boolean(),
      timeZone: fc.constantFrom<(Zone | 'single')[]>('UTC', 'Asia/Tokyo', 'single'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('oneClick'), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('follow'), star, on: fc.boolean() }) },
)

/** What a reader should get, by the rules alone. */
function newReader() {
  const follows = [0, 1].map(() => ({ isActive: true, mail: true }))
  const isWanted = (index: number) => follows[index]?.isActive && follows[index]?.mail
  let zone: Zone | 'single' = 'single'
  let waiting: { star: number; drop: string; due: number }[] = []
  const mails: string[] = []
  return {
    follows,
    mails,
    isWanted,
    drop(index: number, drop: string) {
      if (!isWanted(index)) return
      if (zone === 'single') mails.push(drop)
      else waiting.push({ star: index, drop, due: nextFriday(now(), zone) })
    },
    choose(chosen: Zone | 'single') {
      zone = chosen
      // Mails that are already queued still go out on Friday, in the most recently chosen time zone.
      if (chosen !== 'single') for (const each of waiting) each.due = nextFriday(now(), chosen)
    },
    sendDigest() {
      const due = waiting.filter(each => each.due <= now())
      waiting = waiting.filter(each => !due.includes(each))
      const wanted = due.filter(each => isWanted(each.star)).map(({ drop }) => drop)
      if (wanted.length > 0) mails.push(wanted.join(' '))
    },
  }
}

/** The first Friday at 8 after a time. */
function nextFriday(after: number, zone: Zone): number {
  // The second day of 1970 was a Friday.
  const first = day + (8 - zones[zone]) * hour
  return first + (Math.floor((after - first) / (7 * day)) + 1) * 7 * day
}

test('After any history of choices, by link or in the settings, readers get exactly what they chose', {
  timeout: 300_000 + numRuns * 4_000,
}, async () => {
  // The time is now always some minutes after midnight UTC, never close to a digest.
  app.pass(day - (now() % day))
  const property = fc.asyncProperty(fc.array(step, { minLength: 14, maxLength: 20 }), follow)
  await fc.assert(property, { seed: 20261122, numRuns })
})

/** Follows a history step by step, and compares what came with what should. */
async function follow(steps: Step[]) {
  const stars = [await newStar(), await newStar()] as const
  const fan = await confirmedMember(app)
  const address = `visitor-of-${fan.email}`
  for (const { username } of stars) {
    await fan.call('POST', `/api/users/${username}/followers`, {})
    await followByAddress(username, address)
  }
  const addresses = { member: fan.email, address }
  const readers = { member: newReader(), address: newReader() }
  const followIds = { member: await followsOf(fan.email), address: await followsOf(address) }

  for (const each of [...steps, { kind: 'pass', hours: 168 } as const]) {
    await take(each)
    await deliveriesEnded()
    for (const reader of ['member', 'address'] as const)
      expect(mailsTo(addresses[reader]), reader).toEqual(readers[reader].mails.toSorted())
  }

  async function take(each: Step) {
    if (each.kind === 'pass') {
      app.pass(each.hours * hour)
      // A session ends after 30 days without use.
      for (const member of [...stars, fan]) await member.call('GET', '/api/user')
      await drainQueue(app, 'weekly-mail')
      for (const reader of Object.values(readers)) reader.sendDigest()
    } else if (each.kind === 'drop') {
      const wanted = Object.values(readers).filter(reader => reader.isWanted(each.star))
      const drop = await stars[each.star].drop(wanted.length)
      if (drop) for (const reader of Object.values(readers)) reader.drop(each.star, drop)
    } else if (each.kind === 'mail') {
      const followed = readers[each.who].follows[each.star]
      if (each.who === 'address' || each.byLink) {
        await chooseByLink(each.who, each.star, { mail: each.on })
        if (followed) followed.mail = each.on
      } else {
        const path = `/api/users/${stars[each.star].username}/followers/mail`
        const { status } = await fan.call('PUT', path, { mail: each.on })
        expect(status).toBe(followed?.isActive ? 200 : 404)
        if (followed?.isActive) followed.mail = each.on
      }
    } else if (each.kind === 'frequency') {
      const { timeZone } = each
      const choice =
        timeZone === 'single' ? { frequency: 'single' } : { frequency: 'weekly', timeZone }
      if (each.who === 'address' || each.byLink) await chooseByLink(each.who, 0, choice)
      else expect((await fan.call('PUT', '/api/user/mail-frequency', choice)).status).toBe(200)
      readers[each.who].choose(timeZone)
    } else if (each.kind === 'oneClick') {
      const body = { token: await weeklyTokenOf(app.context, followIds[each.who][0] ?? 0) }
      const { status } = await app.visitor().call('POST', '/api/follows/unsubscribe', body)
      expect(status).toBe(200)
      for (const followed of readers[each.who].follows) followed.mail = false
    } else {
      const followed = readers.member.follows[each.star]
      const path = `/api/users/${stars[each.star].username}/followers`
      await fan.call(each.on ? 'POST' : 'DELETE', path, each.on ? {} : undefined)
      // Following anew brings mail again.
      if (followed && each.on && !followed.isActive) followed.mail = true
      if (followed) followed.isActive = each.on
    }
  }

  function addressOf(reader: Who) {
    return reader === 'member' ? fan.email : address
  }

  async function chooseByLink(reader: Who, index: number, choice: object) {
    const token = addressToken('choices', followIds[reader][index] ?? 0, addressOf(reader), linkKey)
    const { status } = await app.visitor().call('POST', '/api/mail-choices', { token, ...choice })
    expect(status).toBe(200)
  }
}

async function newStar() {
  const member = await app.member()
  let [drops, next] = [0, 0]
  return {
    ...member,
    /** Returns how mails link to the drop; null within a week after the one before. */
    async drop(expectedMails: number): Promise<string | null> {
      if (now() < next) return null
      await saveTracks(member, 1 + (drops % 2))
      const { body } = await member.call('GET', '/api/drops/preview')
      expect(body).toMatchObject({ mails: expectedMails })
      expect((await member.call('POST', '/api/drops', {})).status).toBe(201)
      next = now() + 7 * day
      return `${member.username}/drops/${++drops}`
    },
  }
}

async function followByAddress(username: string, address: string) {
  await sql`
    insert into follower_registry (email) values (${address}) on conflict do nothing`.execute(db)
  await sql`
    insert into radr_follows (registry_id, radr_user_id, state, last_subscription_date)
    select registry.id, users.id, 'following', ${clock.now()}::timestamptz
    from follower_registry registry, users
    where registry.email = ${address} and username = ${username}`.execute(db)
}

/** Returns the ids of the follows in the order of the stars. */
async function followsOf(address: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select radr_follows.id from radr_follows join subscribers on subscribers.id = registry_id
    where address = ${address} order by radr_user_id`.execute(db)
  return rows.map(({ id }) => id)
}

/** All drops are enqueued, and all that need not wait for Friday is sent. */
async function deliveriesEnded() {
  const open = async () => {
    app.pass(0)
    const { rows } = await sql`
      select from drops where enqueued_at is null
      union all
      select from drop_notifications
      where weekly_mail_id is null and status not in ('sent', 'skipped')`.execute(db)
    return rows.length
  }
  await expect.poll(open).toBe(0)
}

/** The drops that each mail links to, sorted. */
const mailsTo = (address: string) =>
  app.mailbox.mails
    .filter(
      ({ to, parsed }) => to[0] === address && / dropped | this week/.test(parsed.subject ?? ''),
    )
    .map(({ parsed }) => [...new Set(parsed.text?.match(/\w+\/drops\/\d+/g))].join(' '))
    .toSorted()
