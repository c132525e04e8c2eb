import { expect, test } from 'vitest'
import { changeAddress } from '../../tests/change-address.ts'
import { drainQueue } from '../../tests/drain-queue.ts'
import { dropAndDeliver, saveTracks } from '../../tests/drop-audience.ts'
import { openFollowFixture } from '../../tests/follow-fixture.ts'
import { mailedToken } from '../../tests/mailed-token.ts'
import { clickOnce, confirmEmail, deleteAccount } from '../../tests/member-actions.ts'
import { setHiddenReason } from '../../tests/member-lists.ts'
import { day, hour } from '../../tests/test-app.ts'
import { unsubscribeTokenOf, weeklyTokenOf } from '../../tests/unsubscribe-token-of.ts'

const app = await openFollowFixture()
const { follow, requestFollow, confirm, confirmMails, followers } = app
const { unsubscribe, newestFollow, newestStopToken } = app

const mailAddress = (name: string) => `${name}-${Math.random().toString(36).slice(2)}@mail.test`

test('A member follows another with one click, unfollows, and follows again', async () => {
  const star = await app.member()
  const fan = await app.member()
  const isFollowing = async () =>
    (await fan.call('GET', `/api/users/${star.username}/is-following`)).body

  expect(await isFollowing()).toEqual({ isFollowing: false })
  expect(await follow(fan, star.username.toUpperCase())).toMatchObject({
    status: 201,
    body: { status: 'following', followerCount: 1 },
  })
  expect(await isFollowing()).toEqual({ isFollowing: true })
  expect(await follow(fan, star.username)).toMatchObject({
    status: 409,
    body: { message: 'Looks like you already follow this Radr.' },
  })

  for (const [method, path] of [
    ['DELETE', `/api/users/${star.username}/followers`],
    ['POST', `/api/unfollow/${star.username}`],
  ] as const) {
    expect(await fan.call(method, path)).toMatchObject({ status: 200, body: { followerCount: 0 } })
    expect(await fan.call(method, path)).toMatchObject({ status: 200, body: { followerCount: 0 } })
    expect(await isFollowing()).toEqual({ isFollowing: false })
    expect((await follow(fan, star.username)).body.followerCount).toBe(1)
  }
})

test('Ten simultaneous clicks are one follow', async () => {
  const star = await app.member()
  const fan = await app.member()
  const answers = await Promise.all(Array.from({ length: 10 }, () => follow(fan, star.username)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  expect(await followers(star.username)).toBe(1)
})

test('Nobody follows themselves, or a member who does not exist', async () => {
  const star = await app.member()
  expect((await follow(star, star.username)).status).toBe(400)
  expect((await follow(app.visitor(), star.username, star.email.toUpperCase())).status).toBe(202)
  await drainQueue(app, 'confirm-follow')
  expect(confirmMails(star.email)).toEqual([])
  expect((await follow(star, 'nobody-here')).status).toBe(404)
  expect((await follow(app.visitor(), star.username)).status).toBe(400)
  expect(await follow(app.visitor(), star.username, 'not an address')).toMatchObject({
    status: 400,
    body: { message: 'Invalid email address', field: 'email' },
  })
})

test('An email is read as people paste it, and what no server takes is refused with its reason', async () => {
  const star = await app.member()
  const email = mailAddress('pasted')
  const first = await follow(app.visitor(), star.username, `\u202amailto:${email}\u202c`)
  expect(first.status).toBe(202)
  await drainQueue(app, 'confirm-follow')
  expect(confirmMails(email)).toHaveLength(1)
  const idn = await follow(app.visitor(), star.username, 'user@пример.рф')
  expect(idn.status).toBe(202)
  const same = await follow(app.visitor(), star.username, 'user@xn--e1afmkfd.xn--p1ai')
  expect(same.status).toBe(429)
  for (const refused of ['a..b@fan.example', '.a@fan.example', 'a.@fan.example'])
    expect(await follow(app.visitor(), star.username, refused)).toMatchObject({
      status: 400,
      body: {
        message:
          'Invalid email address: before the @ no dot may be first, last or beside another dot.',
        field: 'email',
      },
    })
})

test('A visitor follows after confirming, and a second visit to the link shows the same', async () => {
  const star = await app.member()
  const token = await requestFollow(star.username, mailAddress('ann'))
  expect(await followers(star.username)).toBe(0)
  for (const visit of [1, 2]) {
    expect(await confirm(token), `visit ${visit}`).toMatchObject({
      status: 200,
      body: { username: star.username },
    })
    expect(await followers(star.username)).toBe(1)
  }
})

test('A confirm link expires after 7 days, but not for visitors who used it', async () => {
  const star = await app.member()
  const used = await requestFollow(star.username, mailAddress('ann'))
  const late = await requestFollow(star.username, mailAddress('ben'))
  await confirm(used)
  app.pass(7 * day + hour)
  expect((await confirm(late)).status).toBe(400)
  expect((await confirm('never-made')).status).toBe(400)
  expect((await confirm(used)).status).toBe(200)
  expect(await followers(star.username)).toBe(1)
})

test('A second request within an hour is rejected in the same way, whoever the email belongs to', async () => {
  const star = await app.member()
  const follower = mailAddress('ann')
  await confirm(await requestFollow(star.username, follower))
  const fan = await app.member()
  await follow(fan, star.username)
  app.pass(2 * hour)
  app.mailbox.clear()
  const stranger = mailAddress('ben')
  for (const email of [follower, stranger, fan.email, follower.toUpperCase()]) {
    const first = await follow(app.visitor(), star.username, email)
    const isRepeat = email === follower.toUpperCase()
    expect(first.status).toBe(isRepeat ? 429 : 202)
    if (!isRepeat) expect(first.body).toEqual({ status: 'verification_sent' })
    const second = await follow(app.visitor(), star.username, email)
    expect(second.status).toBe(429)
    expect(second.body.message).toContain('verification_recently_sent')
    expect(Number(second.response.headers.get('retry-after'))).toBeGreaterThan(3500)
  }
  await drainQueue(app, 'confirm-follow')
  expect(confirmMails(follower)).toHaveLength(0)
  expect(confirmMails(stranger)).toHaveLength(1)
})

test('All spellings of an email together get three confirm mails in 24 hours, over all members', async () => {
  const name = `vic.tim${Date.now()}`
  const spellings = ['', '+a', '+b', '+c'].map(tag => `${name}${tag}@gmail.com`)
  spellings.push(`${name.replace('.', '')}@googlemail.com`)
  const answers = await Promise.all(
    spellings.map(async email => follow(app.visitor(), (await app.member()).username, email)),
  )
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202])
  await drainQueue(app, 'confirm-follow')
  expect(spellings.flatMap(confirmMails)).toHaveLength(3)
  app.pass(day)
  await requestFollow((await app.member()).username, spellings[0] ?? '')
})

test('The unsubscribe link of a mail works for ever and twice, and following again needs a new confirmation', async () => {
  const star = await app.member()
  const email = mailAddress('ann')
  const confirmToken = await requestFollow(star.username, email)
  await confirm(confirmToken)
  const token = await newestStopToken()
  app.pass(400 * day)
  for (const visit of [1, 2]) {
    expect(await unsubscribe(token), `visit ${visit}`).toMatchObject({
      status: 200,
      body: { username: star.username },
    })
    expect(await followers(star.username)).toBe(0)
  }
  expect((await confirm(confirmToken)).status).toBe(400)
  expect(await followers(star.username)).toBe(0)

  app.mailbox.clear()
  const again = await requestFollow(star.username, email)
  expect(await followers(star.username)).toBe(0)
  expect((await confirm(again)).status).toBe(200)
  expect(await followers(star.username)).toBe(1)
})

test('Stopping every mail ends all follows of the email, which then gets at most one confirm mail a week, and that ends the stop', async () => {
  const email = mailAddress('returner')
  const [one, two, three] = [await app.member(), await app.member(), await app.member()]
  await confirm(await requestFollow(one.username, email))
  await confirm(await requestFollow(two.username, email))
  expect((await unsubscribe(await newestStopToken(), true)).status).toBe(200)
  expect([await followers(one.username), await followers(two.username)]).toEqual([0, 0])
  app.mailbox.clear()
  expect((await follow(app.visitor(), three.username, email)).status).toBe(202)
  expect((await follow(app.visitor(), three.username, email)).status).toBe(429)
  await drainQueue(app, 'confirm-follow')
  expect(confirmMails(email)).toHaveLength(0)

  app.pass(8 * day)
  const link = await requestFollow(two.username, email)
  app.pass(day)
  expect((await follow(app.visitor(), one.username, email)).status).toBe(202)
  await drainQueue(app, 'confirm-follow')
  expect(confirmMails(email)).toHaveLength(1)
  expect((await confirm(link)).status).toBe(200)
  expect(await followers(two.username)).toBe(1)
  app.pass(day)
  await confirm(await requestFollow(one.username, email))
  expect(await followers(one.username)).toBe(1)
})

test('A member who stopped every mail gets drops again after confirming the email and following with a click', async () => {
  const [star, fan] = [await app.member(), await app.member()]
  const proof = await mailedToken(app, fan.email, '/email/confirm')
  await follow(fan, star.username)
  await unsubscribe(await newestStopToken(), true)
  await follow(fan, star.username)
  await saveTracks(star)
  app.mailbox.clear()
  expect(await dropAndDeliver(star)).toMatchObject({ skipped: 1 })
  expect(app.mailbox.mails).toEqual([])

  await fan.call('POST', `/api/unfollow/${star.username}`)
  await app.visitor().call('POST', '/api/email/confirm', { token: proof })
  await follow(fan, star.username)
  app.pass(8 * day)
  await saveTracks(star, 2)
  expect(await dropAndDeliver(star)).toMatchObject({ sent: 1 })
  expect(app.mailbox.mails.map(({ to }) => to[0])).toEqual([fan.email])
})

test('A link in an old mail still works after its follow was merged into the account’s', async () => {
  const [star, fan] = [await app.member(), await app.member()]
  await confirm(await requestFollow(star.username, fan.email))
  const old = await newestStopToken()
  app.pass(1000)
  await follow(fan, star.username)
  expect(await followers(star.username)).toBe(2)
  await confirmEmail(app, fan)
  expect(await followers(star.username)).toBe(1)
  await unsubscribe(old)
  expect(await followers(star.username)).toBe(0)
})

test('A mail to a former email ends no follow of the account and stops no mail to the new email', async () => {
  const [star, other, fan] = [await app.member(), await app.member(), await app.member()]
  await confirmEmail(app, fan)
  await follow(fan, other.username)
  await follow(fan, star.username)
  const id = await newestFollow()
  const drop = await unsubscribeTokenOf(app.context, id)
  const digest = await weeklyTokenOf(app.context, id)
  const email = mailAddress('new-address')
  await changeAddress(app, fan, email)

  expect((await unsubscribe(drop)).status).toBe(400)
  expect(await clickOnce(app, `/api/unsubscribe/${drop}`)).toMatchObject({
    status: 400,
    body: { code: 'invalid_token' },
  })
  expect((await unsubscribe(drop, true)).status).toBe(400)
  expect((await unsubscribe(digest, true)).status).toBe(400)
  expect((await unsubscribe(digest)).status).toBe(400)
  const { mail_off } = await app.context.db
    .selectFrom('radr_follows')
    .select('mail_off')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(mail_off).toBe(false)
  expect([await followers(star.username), await followers(other.username)]).toEqual([1, 1])
  const current = await unsubscribeTokenOf(app.context, id)
  expect((await unsubscribe(current)).status).toBe(200)
  expect([await followers(star.username), await followers(other.username)]).toEqual([0, 1])
  expect((await unsubscribe(current, true)).status).toBe(200)
  expect(await followers(other.username)).toBe(0)
})

test('The unsubscribe links of a member who deleted the account succeed: there is nothing left to stop', async () => {
  const star = await app.member()
  await confirm(await requestFollow(star.username, mailAddress('ann')))
  const token = await newestStopToken()
  await deleteAccount(app, star)
  expect((await clickOnce(app, `/api/unsubscribe/${token}`)).status).toBe(200)
  expect(await unsubscribe(token)).toMatchObject({ status: 200, body: { username: '' } })
  expect((await unsubscribe(token, true)).status).toBe(400)
})

test('A link of a mail says whom it is about, and changes nothing', async () => {
  const star = await app.member()
  await saveTracks(star, 2)
  const confirmToken = await requestFollow(star.username, mailAddress('ann'))
  const member = { username: star.username, avatar: null, tracks: [{}, {}] }
  const ask = async (action: string, token: string) =>
    (await app.visitor().call('GET', `/api/follows/${action}?token=${token}`)).body
  expect(await ask('confirm', confirmToken)).toMatchObject({ problem: null, member })
  expect(await ask('confirm', 'x'.repeat(40))).toEqual({
    problem: expect.stringContaining('Part of it may be missing'),
  })
  const count = await app.visitor().call('GET', `/api/users/${star.username}/followers-count`)
  expect(count.body).toEqual({ followerCount: 0 })

  await confirm(confirmToken)
  const token = await newestStopToken()
  expect(await ask('unsubscribe', token)).toMatchObject({ problem: null, member, isWeekly: false })
  await setHiddenReason(app.context.db, star.username, 'spam')
  expect(await ask('unsubscribe', token)).toMatchObject({ problem: null, member: null })
})

test('The page of a link that does not work says why, and asks nothing', async () => {
  const [star, other, fan] = [await app.member(), await app.member(), await app.member()]
  const expectProblem = async (path: string, problem: string) => {
    const { response } = await app.visitor().call('GET', path)
    const html = await response.text()
    expect(html, path).toContain('This link does not work')
    expect(html, path).toContain(problem)
    expect(html, path).not.toMatch(/<form[^>]+method="post"/)
  }
  const missing = 'Part of it may be missing'
  for (const page of ['/follow/confirm', '/email/confirm', '/reminder/stop', '/mail-choices'])
    await expectProblem(`${page}?token=1invented`, missing)

  await follow(fan, star.username)
  const drop = await newestStopToken()
  const weekly = await weeklyTokenOf(app.context, await newestFollow())
  for (const token of [drop, weekly]) {
    const { response } = await app.visitor().call('GET', `/unsubscribe?token=${token}`)
    expect(await response.text()).toContain('Stop mail?')
    await expectProblem(`/unsubscribe?token=${token.slice(0, -1)}`, missing)
  }
  await changeAddress(app, fan, mailAddress('later'))
  for (const token of [drop, weekly])
    await expectProblem(`/unsubscribe?token=${token}`, 'a mail to an earlier address')

  const late = await requestFollow(other.username, mailAddress('late'))
  app.pass(7 * day + hour)
  await expectProblem(`/follow/confirm?token=${late}`, 'It is older than 7 days.')
})

test('A forged unsubscribe link is rejected', async () => {
  for (const token of ['1', `1${'x'.repeat(16)}`, '../../x', '💿']) {
    expect((await unsubscribe(token)).status).toBe(400)
    const path = `/api/unsubscribe/${encodeURIComponent(token)}`
    expect((await clickOnce(app, path)).status).toBe(400)
  }
})
