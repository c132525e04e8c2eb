import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { randomRuns } from '../../tests/random-runs.ts'
import { type Member, openTestApp, runJob } from '../../tests/test-app.ts'
import { purgeUnconfirmed } from '../follows/confirmation/purge-unconfirmed.job.ts'
import { addressToken } from '../mail/links/mail-links.ts'
import { setEmailConfirmed } from '../members/email/set-email-confirmed.ts'
import { lockMember, updateMember } from '../members/members.queries.ts'
import { accountParts } from '../operations/account-parts.ts'

const app = await openTestApp()
const { db, clock } = app.context

const people = await Promise.all(Array.from({ length: 5 }, () => app.member()))
const person = (n: number) => people[n % people.length] as Member

/** Every count, as stored and as counted. */
async function readCounts() {
  const { rows } = await sql<{ stored: unknown; counted: unknown }>`
    select json_build_array(f.confirmed, d.drops, d.last_drop_at) as stored,
    json_build_array(
      count(follow.id) filter (where follow.state = 'following'),
      (select count(*) from drops where user_id = users.id),
      (select max(created_at) from drops where user_id = users.id)) as counted
    from users
    left join follow_counts f on f.user_id = users.id
    left join drop_counts d on d.user_id = users.id
    left join radr_follows follow on follow.radr_user_id = users.id
    group by users.id, f.user_id, d.user_id order by users.id`.execute(db)
  return { stored: rows.map(row => row.stored), counted: rows.map(row => row.counted) }
}

async function expectCountsToBeRight() {
  const { stored, counted } = await readCounts()
  expect(stored).toEqual(counted)
  const { rows: wrongTexts } = await sql`
    select search_text, address from radr_follows join subscribers s on s.id = registry_id
    where search_text is distinct from lower(address) or by_account <> (user_id is not null)`.execute(
    db,
  )
  expect(wrongTexts).toEqual([])
}

type Step = { does: keyof typeof actions; who: number; whom: number }

/** The actions of people, mails and jobs. Each member also follows and unfollows by email. */
const actions = {
  follow: (who: Member, whom: Member) =>
    who.call('POST', `/api/users/${whom.username}/followers`, {}),
  unfollow: (who: Member, whom: Member) =>
    who.call('DELETE', `/api/users/${whom.username}/followers`),
  followByEmail: (who: Member, whom: Member) =>
    app
      .visitor()
      .call('POST', `/api/users/${whom.username}/followers`, { email: `x-${who.email}` }),
  followByOwnEmail: (who: Member, whom: Member) =>
    app.visitor().call('POST', `/api/users/${whom.username}/followers`, { email: who.email }),
  confirm: (_: Member, whom: Member) =>
    sql`update radr_follows set state = 'following', unsubscribed_date = null where id = (
      select max(id) from radr_follows
      where radr_user_id = ${whom.id} and state in ('pending', 'following', 'left'))`.execute(db),
  unsubscribe: async (_: Member, whom: Member) => unsubscribe(whom, false),
  unsubscribeFromAll: async (_: Member, whom: Member) => unsubscribe(whom, true),
  confirmEmail: (who: Member) =>
    db.transaction().execute(trx => setEmailConfirmed({ accountParts }, trx, who.id, clock.now())),
  /** Changes the email as an operator does, and confirms it at once. */
  changeEmail: (who: Member) =>
    db.transaction().execute(async trx => {
      const before = await lockMember(trx, who.id)
      const email = before.email === who.email ? `New-${who.email}` : who.email
      await updateMember(trx, who.id, { email, email_confirmed_at: null })
      await trx
        .updateTable('follower_registry')
        .set({ email: null })
        .where('user_id', '=', who.id)
        .execute()
      await setEmailConfirmed({ accountParts }, trx, who.id, clock.now())
    }),
  drop: async (who: Member) => {
    await sql`insert into drops (user_id, drop_number, movement, created_at)
      select ${who.id}, coalesce(max(drop_number), 0) + 1, '{}', now() from drops where user_id = ${who.id}
      on conflict do nothing`.execute(db)
  },
  removeDrop: (who: Member) =>
    sql`delete from drops where id = (select max(id) from drops where user_id = ${who.id})`.execute(
      db,
    ),
  moveDrop: (who: Member) =>
    sql`update drops set created_at = created_at - interval '1 day' where user_id = ${who.id}`.execute(
      db,
    ),
  purge: async () => {
    await sql`update radr_follows set created_at = now() - interval '9 days',
      last_verification_email = null, verification_expires_at = null where id % 2 = 0`.execute(db)
    await runJob(purgeUnconfirmed, app.context, {})
  },
}

async function unsubscribe(whom: Member, all: boolean) {
  const { rows } = await sql<{ id: number; address: string }>`
    select follow_id as id, address from recipients
    where radr_user_id = ${whom.id} order by 1 limit 1`.execute(db)
  if (!rows[0]) return
  const token = addressToken('unsubscribe', rows[0].id, rows[0].address, app.context.linkKey)
  await app.visitor().call('POST', '/api/follows/unsubscribe', { token, all })
}

const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom(...(Object.keys(actions) as Step['does'][])),
  who: fc.nat(4),
  whom: fc.nat(4),
})
const take = ({ does, who, whom }: Step) => actions[does](person(who), person(whom))

test('After any history, also of things done at once, every stored count is what counting gives', async () => {
  const history = fc.array(step, { minLength: 5, maxLength: 30 })
  const property = fc.asyncProperty(history, fc.boolean(), async (steps, atOnce) => {
    if (atOnce) await Promise.all(steps.map(take))
    else for (const step of steps) await take(step)
    await expectCountsToBeRight()
  })
  await fc.assert(property, { numRuns: randomRuns(25) })
})

test('Statements that change many follows of many members at once are counted', async () => {
  const numbers = fc.record({ modulus: fc.integer({ min: 1, max: 4 }), rest: fc.nat(3) })
  const change = fc.constantFrom(
    "state = case state when 'pending' then 'following' else 'pending' end",
    "state = case when id % 2 = 0 then 'following' else 'left' end",
    "created_at = created_at + interval '20 days'",
    "state = 'removed'",
  )
  const property = fc.asyncProperty(numbers, change, async ({ modulus, rest }, set) => {
    await sql`insert into follower_registry (email) select 'bulk' || n || '-' || random() || '@x.test'
      from generate_series(1, 20) n`.execute(db)
    await sql`insert into radr_follows (registry_id, radr_user_id, state, created_at)
      select r.id, users.id, case when r.id % 3 = 0 then 'following' else 'pending' end, now() - r.id % 5 * interval '25 days' from follower_registry r, users
      where (r.id + users.id) % ${modulus}::int = ${rest}::int
      on conflict (registry_id, radr_user_id) do update set state = 'following', unsubscribed_date = null`.execute(
      db,
    )
    await expectCountsToBeRight()
    await sql`update radr_follows set unsubscribed_date = null, ${sql.raw(set)} where id % ${modulus}::int = ${rest}::int`.execute(
      db,
    )
    await expectCountsToBeRight()
    await sql`delete from radr_follows where id % 3 = ${rest}::int`.execute(db)
    await expectCountsToBeRight()
  })
  await fc.assert(property, { numRuns: randomRuns(10) })
})
