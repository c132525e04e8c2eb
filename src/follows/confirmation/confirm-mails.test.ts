import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { drainQueue } from '../../../tests/drain-queue.ts'
import { dropAndDeliver, linkIn, saveTracks } from '../../../tests/drop-audience.ts'
import { openFollowFixture } from '../../../tests/follow-fixture.ts'
import { clickOnce } from '../../../tests/member-actions.ts'
import { setHiddenReason, setTrackDetails } from '../../../tests/member-lists.ts'
import { resendMail } from '../../../tests/resend-mail.ts'
import { type Client, day, hour, runJob } from '../../../tests/test-app.ts'
import { weeklyTokenOf } from '../../../tests/unsubscribe-token-of.ts'
import { isSuppressed, suppress } from '../../mail/mailboxes/suppression.ts'
import { controlMail } from '../../mail/pausing/mail-controls.ts'
import { purgeMails } from '../../mail/purge-mails.job.ts'
import type { Follower } from '../followers/followers.schemas.ts'
import { purgeUnconfirmed } from './purge-unconfirmed.job.ts'

const app = await openFollowFixture()
const { follow, confirmMails, unsubscribe, newestFollow, newestStopToken } = app

/** A visitor's request to follow, after which every mail for it has arrived. */
async function request(username: string, email: string) {
  expect((await follow(app.visitor(), username, email)).status).toBe(202)
  await drainQueue(app, 'confirm-follow')
}

const newestToken = (email: string) =>
  linkIn(confirmMails(email).at(-1), 'Yes, send me the drops').searchParams.get('token') ?? ''

const confirm = async (token: string) => (await app.confirm(token)).status

/** The emails that wait for confirmation, as the member followed sees them. */
async function pendingFollowers(member: Client): Promise<string[]> {
  await runJob(purgeUnconfirmed, app.context, {})
  const { body } = await member.call<{ followers: Follower[] }>(
    'GET',
    '/api/followers?status=unverified',
  )
  return body.followers.map(({ email }) => email)
}

let visitors = 0
const newAddress = () => `visitor-${++visitors}@mail.test`

async function useUpDailyLimit(email: string) {
  for (let mails = 0; mails < 3; mails++) await request((await app.member()).username, email)
}

test('A request that sends no mail extends neither the link nor the time until the request is deleted', async () => {
  const star = await app.member()
  const email = newAddress()
  await request(star.username, email)
  const token = newestToken(email)
  app.pass(6 * day)
  await useUpDailyLimit(email)
  app.mailbox.clear()
  await request(star.username, email)
  expect((await follow(app.visitor(), star.username, email)).status).toBe(429)
  expect(confirmMails(email)).toHaveLength(0)
  app.pass(day + hour)
  expect(await confirm(token)).toBe(400)
  expect(await pendingFollowers(star)).toEqual([])
})

test('A confirm mail whose job is repeated after the member was hidden is not sent again', async () => {
  const [star, email] = [await app.member(), newAddress()]
  await request(star.username, email)
  expect(confirmMails(email)).toHaveLength(1)
  await setHiddenReason(app.context.db, star.username, 'spam')
  await resendMail(app, 'confirm-follow', await newestFollow())
  expect(confirmMails(email)).toHaveLength(1)
})

test('The mail shows the list that is followed, and the picture of a member who has confirmed an email', async () => {
  const star = await app.member()
  await saveTracks(star, 3)
  const hash = 'a'.repeat(64)
  const { db } = app.context
  await db
    .insertInto('avatars')
    .values({ hash, jpeg: Buffer.from('x') })
    .execute()
  const artwork = 'https://i.scdn.co/image/ab67616d00001e02ff9ca10b55ce82ae553c8221'
  await setTrackDetails(db, '4uLU6hMCjMI75M1A2tKUQC', { artwork })
  const update = (values: { avatar?: string; email_confirmed_at?: Date }) =>
    db.updateTable('users').set(values).where('username', '=', star.username).execute()
  await update({ avatar: hash })
  const mailTo = async (email: string) => {
    await request(star.username, email)
    return confirmMails(email).at(-1)?.parsed.html
  }
  const unconfirmed = await mailTo(newAddress())
  expect(unconfirmed).not.toContain(hash)
  expect(unconfirmed).toContain(`src="${artwork}"`)
  await update({ email_confirmed_at: app.context.clock.now() })
  expect(await mailTo(newAddress())).toContain(
    `src="${app.context.config.publicUrl}/avatars/${hash}.jpg"`,
  )
})

test('A confirm mail that waits is not sent after the member has removed the request, nor does its link work', async () => {
  const [star, email] = [await app.member(), newAddress()]
  await request(star.username, email)
  const token = newestToken(email)
  const followId = await newestFollow()
  expect((await star.call('DELETE', `/api/followers/${followId}`)).status).toBe(204)
  await resendMail(app, 'confirm-follow', followId)
  expect(confirmMails(email)).toHaveLength(1)
  expect(await confirm(token)).toBe(400)
})

test('A request that never had a mail is deleted after 7 days', async () => {
  const star = await app.member()
  const email = newAddress()
  await useUpDailyLimit(email)
  await request(star.username, email)
  expect(await pendingFollowers(star)).toEqual([email])
  app.pass(7 * day)
  expect(await pendingFollowers(star)).toEqual([])
})

test('A request lives as long as its mail waits, and its link then works', async () => {
  const { db, clock } = app.context
  const [star, email] = [await app.member(), newAddress()]
  await controlMail(db, 'pause', clock.now())
  await follow(app.visitor(), star.username, email)
  app.pass(29 * day)
  expect(await pendingFollowers(star)).toEqual([email])
  await controlMail(db, 'resume', clock.now())
  await drainQueue(app, 'confirm-follow')
  expect(await confirm(newestToken(email))).toBe(200)
})

test('A request whose mail waited in vain for a month is deleted with it', async () => {
  const { db, clock } = app.context
  const [star, email] = [await app.member(), newAddress()]
  await controlMail(db, 'pause', clock.now())
  await follow(app.visitor(), star.username, email)
  app.pass(30 * day)
  await runJob(purgeMails, app.context, {})
  await controlMail(db, 'resume', clock.now())
  await runJob(purgeUnconfirmed, app.context, {})
  const left = db.selectFrom('recipients').select('follow_id').where('address', '=', email)
  expect(await left.execute()).toEqual([])
})

test('Only the newest of several mails that waited for one follow is sent, and that one for certain', async () => {
  const star = await app.member()
  const email = newAddress()
  await request(star.username, email)
  const followId = await newestFollow()
  app.pass(hour)
  await request(star.username, email)
  const token = newestToken(email)
  expect(confirmMails(email)).toHaveLength(2)
  await resendMail(app, 'confirm-follow', followId, 'first')
  expect(confirmMails(email)).toHaveLength(2)
  await resendMail(app, 'confirm-follow', followId)
  expect(confirmMails(email)).toHaveLength(3)
  expect(newestToken(email)).toBe(token)
  expect(new Set(confirmMails(email).map(({ parsed }) => parsed.messageId)).size).toBe(2)
  expect(await confirm(token)).toBe(200)
})

test('Each confirmation link that was mailed works for its 7 days, whatever is requested later', async () => {
  const star = await app.member()
  const email = newAddress()
  const tokens: string[] = []
  for (const wait of [hour, day, 5 * day]) {
    await request(star.username, email)
    tokens.push(newestToken(email))
    app.pass(wait)
  }
  for (const token of tokens) expect(await confirm(token)).toBe(200)
})

test('A confirmation link that was ended or expired is not revived by a later mail', async () => {
  const star = await app.member()
  const email = newAddress()
  await request(star.username, email)
  const first = newestToken(email)
  expect(await confirm(first)).toBe(200)
  const stop = await newestStopToken()
  expect((await unsubscribe(stop)).status).toBe(200)
  app.pass(day)
  await request(star.username, email)
  const second = newestToken(email)
  expect(await confirm(first)).toBe(400)
  app.pass(7 * day + hour)
  await request(star.username, email)
  expect(await confirm(second)).toBe(400)
  expect(await confirm(newestToken(email))).toBe(200)
})

test('A request for an email that already follows enqueues as much work as any other', async () => {
  const star = await app.member()
  const email = newAddress()
  await request(star.username, email)
  expect(await confirm(newestToken(email))).toBe(200)
  const mails = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from mails where kind = 'confirm-follow'`.execute(app.context.db)
    return rows[0]?.count ?? 0
  }
  const before = await mails()
  app.pass(hour)
  await request(star.username, email)
  expect(await mails()).toBe(before + 1)
  expect(confirmMails(email)).toHaveLength(1)
})

test('Stopping every mail a second time also stops the confirm mail that is on its way', async () => {
  const [one, two] = [await app.member(), await app.member()]
  const email = newAddress()
  await request(one.username, email)
  expect(await confirm(newestToken(email))).toBe(200)
  const stopToken = await newestStopToken()
  await unsubscribe(stopToken, true)
  app.pass(8 * day)
  await request(two.username, email)
  expect(confirmMails(email)).toHaveLength(2)
  app.pass(1000)
  await unsubscribe(stopToken, true)
  await resendMail(app, 'confirm-follow', await newestFollow())
  expect(confirmMails(email)).toHaveLength(2)
})

test('An account made later with an email that wants no mail gets none for it', async () => {
  const star = await app.member()
  await saveTracks(star)
  const username = 'latecomer'
  const email = `${username}@mail.test`
  await request(star.username, email)
  expect(await confirm(newestToken(email))).toBe(200)
  await unsubscribe(await newestStopToken(), true)
  const late = await app.member(username)
  expect((await follow(late, star.username)).status).toBe(201)
  await drainQueue(app, 'confirm-email')
  app.mailbox.clear()
  expect(await dropAndDeliver(star)).toMatchObject({ sent: 0, skipped: 1 })
  expect(app.mailbox.mails.filter(({ to }) => to[0] === email)).toEqual([])
})

test('Confirming a follow after stopping every mail also ends the stop of an account with that email', async () => {
  const [one, two, three] = [await app.member(), await app.member(), await app.member()]
  const fan = await app.member()
  await request(one.username, fan.email)
  expect(await confirm(newestToken(fan.email))).toBe(200)
  expect((await follow(fan, two.username)).status).toBe(201)
  await unsubscribe(await newestStopToken(), true)
  expect((await follow(fan, two.username)).status).toBe(201)
  await saveTracks(two)
  app.pass(8 * day)
  await request(three.username, fan.email)
  expect(await confirm(newestToken(fan.email))).toBe(200)
  await drainQueue(app, 'confirm-email')
  app.mailbox.clear()
  expect(await dropAndDeliver(two)).toMatchObject({ sent: 1 })
  expect(app.mailbox.mails.map(({ to }) => to[0])).toEqual([fan.email])
})

test('Who follows without mail gets a link by following anew, which brings the mail back', async () => {
  const star = await app.member()
  const email = newAddress()
  await request(star.username, email)
  const first = newestToken(email)
  expect(await confirm(first)).toBe(200)
  const token = await weeklyTokenOf(app.context, await newestFollow())
  expect((await clickOnce(app, `/api/unsubscribe/${token}`)).status).toBe(200)
  app.pass(8 * day)
  expect(await confirm(first)).toBe(400)
  await request(star.username, email)
  expect(confirmMails(email)).toHaveLength(2)
  expect(await confirm(newestToken(email))).toBe(200)
  await saveTracks(star)
  expect(await dropAndDeliver(star)).toMatchObject({ sent: 1, skipped: 0 })
})

test('Who follows with an email that bounced gets a link by following anew, which lifts the suppression', async () => {
  const { db, clock } = app.context
  const star = await app.member()
  const email = newAddress()
  await request(star.username, email)
  expect(await confirm(newestToken(email))).toBe(200)
  await suppress(db, email, 'hard', '5.2.1 disabled')
  app.pass(hour)
  await request(star.username, email)
  expect(confirmMails(email)).toHaveLength(2)
  expect(await confirm(newestToken(email))).toBe(200)
  expect(await isSuppressed(db, email, clock.now())).toBe(false)
})
