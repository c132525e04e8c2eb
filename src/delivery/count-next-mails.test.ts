import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dropAndDeliver, memberWithFollowers } from '../../tests/drop-audience.ts'
import { openTestApp } from '../../tests/test-app.ts'
import { countNextMails } from './count-next-mails.queries.ts'

const app = await openTestApp()
const { db, clock } = app.context

test('Who is mailed is counted before the drop as the drop decides, apart from what happened at emails that are not confirmed', async () => {
  const member = await memberWithFollowers(app, 7)
  await sql`insert into suppressed_addresses (email, reason, detail)
    values (${member.follower(1)}, 'hard', '')`.execute(db)
  await changeFollow(member.follower(2), sql`mail_off = true`)
  await changeFollow(member.follower(3), sql`state = 'left'`)
  await changeFollow(member.follower(4), sql`state = 'pending'`)
  // One account that has confirmed nothing has the mailbox of a follower, another has had its three drops.
  const [known, tired, stopped, wellKnown] = await Promise.all([
    app.member(),
    app.member(),
    app.member(),
    app.member(),
  ])
  await sql`update follower_registry set email = ${known.email} where email = ${member.follower(5)}`.execute(
    db,
  )
  for (const { call } of [known, tired, stopped, wellKnown])
    await call('POST', `/api/users/${member.username}/followers`, {})
  await sql`insert into mailboxes (key, stopped_at) values (mailbox_key(${stopped.email}), now())
    on conflict (key) do update set stopped_at = excluded.stopped_at`.execute(db)
  for (const other of await Promise.all([1, 2, 3].map(() => memberWithFollowers(app, 0)))) {
    await tired.call('POST', `/api/users/${other.username}/followers`, {})
    await dropAndDeliver(other)
  }

  const { body } = await member.call<{ mails: number; mailsAtMost: boolean; feedOnly: number }>(
    'GET',
    '/api/drops/preview',
  )
  const { sent, audience } = await dropAndDeliver(member)
  expect(body).toMatchObject({ mails: sent + 1, mailsAtMost: true, feedOnly: 2 })
  expect({ sent, audience }).toEqual({ sent: 4, audience: 9 })
})

test('With more than a thousand followers nobody waits for the count', async () => {
  const { id } = await memberWithFollowers(app, 1_000)
  expect(await countNextMails(db, id, clock.now())).toEqual({
    mails: 1_000,
    mailsAtMost: false,
    feedOnly: 0,
  })
  await sql`insert into follower_registry (email) values ('one-more@fans.test')`.execute(db)
  await sql`insert into radr_follows (registry_id, radr_user_id, state)
    select id, ${id}, 'following' from follower_registry where email = 'one-more@fans.test'`.execute(
    db,
  )
  expect(await countNextMails(db, id, clock.now())).toEqual({
    mails: null,
    mailsAtMost: false,
    feedOnly: 0,
  })
})

const changeFollow = (address: string, change: ReturnType<typeof sql>) =>
  sql`update radr_follows set ${change} from follower_registry registry
    where registry.id = registry_id and registry.email = ${address}`.execute(db)
