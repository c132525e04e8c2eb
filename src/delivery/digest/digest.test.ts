import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { drainQueue, makeJobsDue } from '../../../tests/drain-queue.ts'
import { dropAndDeliver, linkIn, memberFollowedBy, statesOf } from '../../../tests/drop-audience.ts'
import type { Reply } from '../../../tests/mailbox.ts'
import {
  clickOnce,
  confirmEmail,
  deleteAccount,
  followByEmail,
} from '../../../tests/member-actions.ts'
import { type Client, day, hour, openTestApp } from '../../../tests/test-app.ts'
import { controlMail, describeMail } from '../../mail/pausing/mail-controls.ts'

const app = await openTestApp()
const { context } = app
beforeEach(() => {
  app.mailbox.behave()
  app.mailbox.clear()
})

const runDigests = () => drainQueue(app, 'weekly-mail')

async function newFan(weekly = true) {
  const fan = await app.member()
  if (weekly) await chooseWeekly(fan)
  const mailsAbout = (subject: RegExp) =>
    app.mailbox.mails.filter(
      ({ to, parsed }) => to[0] === fan.email && subject.test(parsed.subject ?? ''),
    )
  const digests = () => mailsAbout(/this week/)
  const singles = () => mailsAbout(/ dropped /)
  return { ...fan, digests, singles }
}

const chooseWeekly = (fan: Client, timeZone = 'UTC') =>
  fan.call('PUT', '/api/user/mail-frequency', { frequency: 'weekly', timeZone })

const newStar = (...fans: Client[]) => memberFollowedBy(app, ...fans)

test('A weekly reader gets the drops of a week in one mail on Friday, and nothing in a week without drops', async () => {
  const fan = await newFan()
  const [ana, ben] = [await newStar(fan), await newStar(fan)]
  expect(await dropAndDeliver(ana)).toMatchObject({ weekly: 1, sent: 0, audience: 1 })
  expect(await dropAndDeliver(ben)).toMatchObject({ weekly: 1 })
  await runDigests()
  expect(fan.digests()).toEqual([])

  app.pass(7 * day)
  await runDigests()
  await expect.poll(() => statesOf(ben)).toMatchObject({ sent: 1, weekly: 0 })
  expect(await statesOf(ana)).toMatchObject({ sent: 1, weekly: 0 })
  expect(await describeMail(context.db, context.config)).toContain('0 of 1 drop mails')
  const [mail] = fan.digests()
  expect(mail?.parsed.subject).toBe(`2 drops this week: @${ana.username}, @${ben.username}`)
  for (const { username } of [ana, ben]) {
    expect(mail?.parsed.text).toContain(`@${username} #1\nFirst drop`)
    expect(mail?.parsed.text).toContain(`/${username}/drops/1`)
  }
  expect(linkIn(mail, 'Choose when mail comes').pathname).toBe('/mail-choices')
  expect(linkIn(mail, 'Open your feed').pathname).toBe('/feed')
  const headers = new Map(mail?.parsed.headers.map(({ key, value }) => [key, value]))
  expect(headers.get('list-id')).toBe('<digest.radr.test>')
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')

  app.pass(7 * day)
  await runDigests()
  expect(fan.digests()).toHaveLength(1)
  expect(fan.singles()).toEqual([])
})

test('What is not wanted any more is left out of the digest, and an empty digest is not sent', async () => {
  const fan = await newFan()
  const [ana, ben, eve] = [await newStar(fan), await newStar(fan), await newStar(fan)]
  for (const star of [ana, ben, eve]) await dropAndDeliver(star)
  await fan.call('DELETE', `/api/users/${ana.username}/followers`)
  await fan.call('PUT', `/api/users/${ben.username}/followers/mail`, { mail: false })
  expect((await eve.call('POST', '/api/drops/1/delivery/stop')).status).toBe(200)
  app.pass(7 * day)
  await runDigests()
  for (const star of [ana, ben, eve])
    await expect.poll(() => statesOf(star)).toMatchObject({ skipped: 1, weekly: 0, sent: 0 })
  expect(fan.digests()).toEqual([])
})

test('A drop in a digest whose sender was killed may have arrived, so it is unknown after its reader leaves', async () => {
  const fan = await newFan()
  const star = await newStar(fan)
  await dropAndDeliver(star)
  const killed = { status: 'sending', leased_until: new Date(0) } as const
  await context.db
    .updateTable('drop_notifications')
    .set({ status: 'sending' })
    .where('weekly_mail_id', 'is not', null)
    .execute()
  await context.db
    .updateTable('mails')
    .set(killed)
    .where('kind', '=', 'weekly-mail')
    .where('status', '=', 'pending')
    .execute()
  await fan.call('DELETE', `/api/users/${star.username}/followers`)
  app.pass(7 * day)
  await runDigests()
  await expect.poll(() => statesOf(star)).toMatchObject({ unknown: 1, skipped: 0, weekly: 0 })
  expect(fan.digests()).toEqual([])
})

test('A digest that the mail server defers is tried again, and a refusal is recorded, after which the owner can try', async () => {
  const fan = await newFan()
  const star = await newStar(fan)
  await dropAndDeliver(star)
  app.mailbox.behave({ recipient: () => ({ code: 451, text: 'Later' }) })
  app.pass(7 * day)
  const deferred = () =>
    context.db.selectFrom('mails').select('id').where('status', '=', 'retry').execute()
  await expect.poll(deferred).toHaveLength(1)
  expect(await statesOf(star)).toMatchObject({ weekly: 1 })
  app.mailbox.behave({ recipient: () => ({ code: 552, text: '5.2.2 Full' }) })
  app.pass(hour)
  await drainQueue(app, 'weekly-mail')
  expect(await statesOf(star)).toMatchObject({ failed: 1, weekly: 0 })
  const events = context.db
    .selectFrom('mail_events')
    .innerJoin('recipients', 'recipients.follow_id', 'mail_events.follow_id')
    .where('address', '=', fan.email)
  expect(await events.select('kind').execute()).toEqual([{ kind: 'soft' }])
  app.mailbox.behave()
  await star.call('POST', '/api/drops/1/delivery/retry')
  await expect.poll(() => statesOf(star)).toMatchObject({ sent: 1, failed: 0 })
  expect(fan.digests()).toEqual([])
  expect(fan.singles()).toHaveLength(1)
})

const oneClickPath = (fan: Awaited<ReturnType<typeof newFan>>) => {
  const header = fan.digests()[0]?.parsed.headers.find(({ key }) => key === 'list-unsubscribe')
  return new URL(header?.value.slice(1, -1) ?? '').pathname
}

const followOf = async (fan: Client, star: { username: string }) =>
  (await fan.call('GET', `/api/users/${star.username}/is-following`)).body

test('One click in a digest works after the members in it deleted their accounts, one or all', async () => {
  const fan = await newFan()
  const stars = [await newStar(fan), await newStar(fan)]
  for (const star of stars) await dropAndDeliver(star)
  app.pass(7 * day)
  await runDigests()
  const path = oneClickPath(fan)
  // Relays fold a header with a longer address.
  expect(`https://radr.example${path}`.length).toBeLessThan(60)
  for (const [n, star] of stars.entries()) {
    await deleteAccount(app, star)
    expect((await clickOnce(app, path)).status).toBe(200)
    const other = stars[n + 1]
    if (other) expect(await followOf(fan, other)).toEqual({ isFollowing: true, withoutMail: true })
  }
})

test('One click in a digest works after an account has confirmed the email that it was sent to', async () => {
  const fan = await newFan(false)
  const star = await newStar()
  await followByEmail(app, star, fan.email)
  await sql`update follower_registry set digest_time_zone = 'UTC' where email = ${fan.email}`.execute(
    context.db,
  )
  await dropAndDeliver(star)
  app.pass(7 * day)
  await runDigests()
  const path = oneClickPath(fan)
  app.mailbox.clear()
  await fan.call('POST', '/api/email/resend')
  await confirmEmail(app, fan)
  expect(await followOf(fan, star)).toEqual({ isFollowing: true })
  expect((await clickOnce(app, path)).status).toBe(200)
  expect(await followOf(fan, star)).toEqual({ isFollowing: true, withoutMail: true })
})

test('The choice is made by the link of a mail too, and a time zone that is not known counts as none', async () => {
  const fan = await newFan(false)
  const star = await newStar(fan)
  await dropAndDeliver(star)
  const token = linkIn(fan.singles()[0], 'Choose when mail comes').searchParams.get('token')
  const choose = (body: object) =>
    app.visitor().call('POST', '/api/mail-choices', { token, ...body })
  const unknown = ['Mars/Base', 'Etc/Unknown', '', '+02:00', 'x'.repeat(100), null, undefined]
  for (const timeZone of unknown)
    expect(await choose({ frequency: 'weekly', timeZone })).toMatchObject({
      status: 200,
      body: { frequency: 'weekly', timeZone: 'UTC', mail: true },
    })
  const berlin = { frequency: 'weekly', timeZone: 'Europe/Berlin' }
  await choose(berlin)
  for (const timeZone of unknown) {
    const own = await fan.call('PUT', '/api/user/mail-frequency', { frequency: 'weekly', timeZone })
    expect(own).toMatchObject({ status: 200, body: berlin })
  }
})

test('An account that is deleted while a digest is being sent takes nothing from the others in it', async () => {
  const fan = await newFan()
  const [leaver, ben] = [await newStar(fan), await newStar(fan)]
  for (const star of [leaver, ben]) await dropAndDeliver(star)
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  app.mailbox.behave({
    async body(): Promise<Reply> {
      arrived.resolve()
      await released.promise
      return 'accept'
    },
  })
  app.pass(7 * day)
  await arrived.promise
  await deleteAccount(app, leaver)
  released.resolve()
  await expect.poll(() => statesOf(ben)).toMatchObject({ sent: 1, sending: 0 })
  expect(fan.digests()).toHaveLength(1)
})

test('A digest to an email that nobody confirmed has no notes, and one link to confirm it, however often it is tried', async () => {
  const fan = await newFan()
  const star = await newStar(fan)
  await star.call('POST', '/api/drops', { note: 'Buy at https://strangers.example' })
  await expect.poll(() => statesOf(star)).toMatchObject({ weekly: 1 })
  const links = () => context.db.selectFrom('email_confirmations').select('id').execute()
  const before = (await links()).length
  let tries = 0
  app.mailbox.behave({
    recipient() {
      tries++
      return { code: 451, text: 'Later' }
    },
  })
  app.pass(7 * day)
  await expect
    .poll(async () => {
      await makeJobsDue(context.db, 'weekly-mail')
      return tries
    })
    .toBeGreaterThan(2)
  expect(await links()).toHaveLength(before + 1)
  app.mailbox.behave()
  await drainQueue(app, 'weekly-mail')
  expect(await links()).toHaveLength(before + 1)
  const [digest] = fan.digests()
  expect(String(digest?.raw)).not.toMatch(/strangers|Buy at/)
  const link = linkIn(digest, 'Confirm your address to read notes by mail')
  expect(link.pathname).toBe('/email/confirm')
  await confirmEmail(app, fan)
})

test('Drops of several weeks in which mail was paused come in one mail, later ones in the next', async () => {
  const fan = await newFan()
  const stars = [await newStar(fan), await newStar(fan), await newStar(fan)]
  await controlMail(context.db, 'pause', context.clock.now())
  for (const star of stars.slice(0, 2)) {
    expect(await dropAndDeliver(star)).toMatchObject({ weekly: 1 })
    app.pass(7 * day)
  }
  await controlMail(context.db, 'resume', context.clock.now())
  await runDigests()
  expect(await dropAndDeliver(stars[2] ?? fan)).toMatchObject({ weekly: 1 })
  await runDigests()
  expect(fan.digests()).toHaveLength(1)
  app.pass(7 * day)
  await runDigests()
  expect(fan.digests().map(({ parsed }) => parsed.subject?.slice(0, 6))).toEqual([
    '2 drop',
    '1 drop',
  ])
})

test('What was in a weekly mail without a response may have arrived, and is not skipped when its reader leaves or its owner stops it', async () => {
  const fan = await newFan()
  const stars = [await newStar(fan), await newStar(fan)]
  for (const star of stars) await dropAndDeliver(star)
  app.mailbox.behave({ body: () => 'disconnect' })
  app.pass(7 * day)
  const unknown = () =>
    context.db
      .selectFrom('mails')
      .select('id')
      .where('status', '=', 'unknown')
      .where('due_at', 'is not', null)
      .execute()
  await expect.poll(unknown).toHaveLength(1)
  const [left, stopped] = stars
  await fan.call('DELETE', `/api/users/${left?.username}/followers`)
  expect((await stopped?.call('POST', '/api/drops/1/delivery/stop'))?.status).toBe(200)
  app.mailbox.behave()
  await sql`update mail_flow set next_attempt_at = now() where failing_since is not null`.execute(
    context.db,
  )
  await drainQueue(app, 'weekly-mail')
  for (const star of stars)
    expect(await statesOf(star)).toMatchObject({ unknown: 1, skipped: 0, weekly: 0 })
})

test('A drop that its owner stops while a weekly mail with it is deferred does not wait for the next attempt', async () => {
  const fan = await newFan()
  const star = await newStar(fan)
  await dropAndDeliver(star)
  app.mailbox.behave({
    async body(): Promise<Reply> {
      await star.call('POST', '/api/drops/1/delivery/stop')
      return { code: 451, text: 'Later' }
    },
  })
  app.pass(7 * day)
  const deferred = context.db.selectFrom('mails').select('id').where('status', '=', 'retry')
  await expect.poll(() => deferred.execute()).toHaveLength(1)
  expect(await statesOf(star)).toMatchObject({ skipped: 1, weekly: 0 })
})

test('The drops in a weekly mail are sent if its response comes after another sender has tried the mail in vain', async () => {
  const fan = await newFan()
  const star = await newStar(fan)
  await dropAndDeliver(star)
  app.mailbox.behave({
    async body(): Promise<Reply> {
      const nextAttempt = new Date(context.clock.now().getTime() + 8 * day)
      const { id } = await context.db
        .updateTable('mails')
        .set({ status: 'unknown', due_at: nextAttempt, leased_until: null, leased_by: null })
        .where('kind', '=', 'weekly-mail')
        .where('status', '=', 'sending')
        .returning('id')
        .executeTakeFirstOrThrow()
      await context.db
        .updateTable('drop_notifications')
        .set({ status: 'pending' })
        .where('weekly_mail_id', '=', id)
        .execute()
      return 'accept'
    },
  })
  app.pass(7 * day)
  await expect.poll(() => statesOf(star)).toMatchObject({ sent: 1, weekly: 0 })
  expect(fan.digests()).toHaveLength(1)
})
