import { beforeEach, expect, test } from 'vitest'
import { changeAddress } from '../../../tests/change-address.ts'
import {
  deliveryOf,
  dropAndDeliver,
  linkIn,
  memberWithFollowers,
  saveTracks,
} from '../../../tests/drop-audience.ts'
import { type Client, day, openTestApp } from '../../../tests/test-app.ts'
import type { MailChoices } from './mail-choices.schemas.ts'

const app = await openTestApp()
beforeEach(() => app.mailbox.clear())

/** A member with one follower by email, who has got a drop; returns the token of its mail's choices. */
async function starWithReader() {
  const star = await memberWithFollowers(app, 1)
  await dropAndDeliver(star)
  const mail = app.mailbox.mails.find(({ to }) => to[0] === star.follower())
  const link = linkIn(mail, 'Choose when mail comes')
  expect(link.pathname).toBe('/mail-choices')
  return { ...star, token: link.searchParams.get('token') ?? '' }
}

const choose = (body: object) => app.visitor().call<MailChoices>('POST', '/api/mail-choices', body)

async function dropAgain(star: Client & { username: string }) {
  app.pass(8 * day)
  app.mailbox.clear()
  await saveTracks(star, (await countDrops(star)) % 2 === 1 ? 2 : 1)
  return dropAndDeliver(star)
}

const countDrops = async (star: Client) =>
  (await star.call<unknown[]>('GET', '/api/drops')).body.length

test('A reader switches the mail of a follow off by the link of a mail, and the follow stays', async () => {
  const star = await starWithReader()
  const path = `/api/mail-choices?token=${star.token}`
  const { body } = await app.visitor().call<MailChoices>('GET', path)
  expect(body).toMatchObject({ username: star.username, isFollowing: true, mail: true })

  expect((await choose({ token: star.token, mail: false })).body.mail).toBe(false)
  expect(await dropAgain(star)).toMatchObject({ sent: 0, skipped: 1, audience: 1 })
  expect(app.mailbox.mails).toEqual([])
  const count = `/api/users/${star.username}/followers-count`
  expect((await star.call('GET', count)).body).toEqual({ followerCount: 1 })
  const { undelivered } = await deliveryOf(star, 2)
  expect(undelivered).toMatchObject([{ reason: 'They follow you without mail.' }])
})

test('A member follows without mail, sees so, and gets mail again after following anew', async () => {
  const star = await memberWithFollowers(app, 0)
  const fan = await app.member()
  const path = `/api/users/${star.username}/followers`
  await fan.call('POST', path, {})
  const state = async () => (await fan.call('GET', `/api/users/${star.username}/is-following`)).body
  const mail = `${path}/mail`
  expect(await fan.call('PUT', mail, { mail: false })).toMatchObject({
    status: 200,
    body: { mail: false },
  })
  expect(await state()).toEqual({ isFollowing: true, withoutMail: true })
  const following = await fan.call<object[]>('GET', '/api/follows/following')
  expect(following.body).toMatchObject([{ username: star.username, withoutMail: true }])
  const found = await fan.call<object[]>('GET', `/api/members?search=${star.username}`)
  expect(found.body).toMatchObject([{ isFollowing: true, withoutMail: true }])
  expect(await dropAndDeliver(star)).toMatchObject({ sent: 0, skipped: 1 })

  await fan.call('DELETE', path)
  expect(await state()).toEqual({ isFollowing: false })
  await fan.call('POST', path, {})
  expect(await state()).toEqual({ isFollowing: true })
  expect(await dropAgain(star)).toMatchObject({ sent: 1 })
})

test('The mail of somebody who is not followed cannot be chosen, nor by an invented link', async () => {
  const star = await app.member()
  const fan = await app.member()
  const mail = `/api/users/${star.username}/followers/mail`
  expect(await fan.call('PUT', mail, { mail: false })).toMatchObject({
    status: 404,
    body: { message: `You do not follow @${star.username}.` },
  })
  expect((await choose({ token: '1invented', mail: false })).body).toMatchObject({
    code: 'invalid_token',
  })
})

test('A follow that was ended is not started by the link of its mails', async () => {
  const star = await starWithReader()
  const { body } = await app
    .visitor()
    .call<MailChoices>('GET', `/api/mail-choices?token=${star.token}`)
  await app.visitor().call('POST', '/api/follows/unsubscribe', { token: body.unsubscribeToken })
  expect((await choose({ token: star.token, mail: true })).body.isFollowing).toBe(false)
  expect(await dropAgain(star)).toMatchObject({ audience: 0 })
})

test('Without JavaScript the form of the page saves the choice and shows it', async () => {
  const star = await starWithReader()
  const { response } = await app
    .visitor()
    .call('POST', '/mail-choices', `token=${star.token}&mail=off`, {
      'content-type': 'application/x-www-form-urlencoded',
    })
  expect(response.status).toBe(303)
  const page = await app.visitor().call('GET', response.headers.get('location') ?? '')
  const html = await page.response.text()
  expect(html).toContain(`Saved. You follow @${star.username} without mail.`)
  expect(html).toMatch(/<input type="radio"[^>]*checked=""[^>]*value="off"/)
  expect(html).toContain('/unsubscribe?token=')
})

test('The link of a mail to an earlier email chooses nothing for the account any more', async () => {
  const [star, fan] = [await memberWithFollowers(app, 0), await app.member()]
  await fan.call('POST', `/api/users/${star.username}/followers`, {})
  await dropAndDeliver(star)
  const mail = app.mailbox.mails.find(
    ({ to, parsed }) => to[0] === fan.email && / dropped /.test(parsed.subject ?? ''),
  )
  const token = linkIn(mail, 'Choose when mail comes').searchParams.get('token') ?? ''
  expect((await choose({ token, mail: true })).status).toBe(200)
  const email = `new-${fan.email}`
  await changeAddress(app, fan, email)
  expect((await choose({ token, mail: false })).status).toBe(400)
  const { body } = await app.visitor().call('GET', `/api/mail-choices?token=${token}`)
  expect(body).toEqual({ problem: expect.stringContaining('a mail to an earlier address') })
  expect(await dropAgain(star)).toMatchObject({ sent: 1 })
})
