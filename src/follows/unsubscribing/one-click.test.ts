import { expect, test } from 'vitest'
import { openFollowFixture } from '../../../tests/follow-fixture.ts'

const app = await openFollowFixture()
const { requestFollow, confirm, followers, newestStopToken } = app

const mailAddress = (name: string) => `${name}-${Math.random().toString(36).slice(2)}@mail.test`

test('One click in a mail program unsubscribes, without a cookie and from any origin', async () => {
  const star = await app.member()
  await confirm(await requestFollow(star.username, mailAddress('ann')))
  const path = `/api/unsubscribe/${await newestStopToken()}`
  const click = (body: string, type = 'application/x-www-form-urlencoded') =>
    app.visitor().call('POST', path, body, { origin: 'https://mail.example', 'content-type': type })

  expect((await click('')).status).toBe(400)
  expect((await click('{}', 'application/json')).status).toBe(400)
  expect((await click('broken', 'multipart/form-data; boundary=x')).status).toBe(400)
  expect(await followers(star.username)).toBe(1)

  expect((await click('List-Unsubscribe=One-Click')).status).toBe(200)
  expect(await followers(star.username)).toBe(0)
  const multipart =
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  expect((await click(multipart, 'multipart/form-data; boundary=x')).status).toBe(200)
})

test.each([
  ['List-Unsubscribe=One-Click\r\n', 'application/x-www-form-urlencoded'],
  ['List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded', '/'],
  ['List-Unsubscribe=One-Click', ''],
  ['list-unsubscribe=one-click\n', 'text/plain'],
  ['a=b&List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded; charset=utf-8'],
])('One click unsubscribes with the body %j of the type %j', async (body, type, slash = '') => {
  const star = await app.member()
  await confirm(await requestFollow(star.username, mailAddress('ann')))
  const path = `/api/unsubscribe/${await newestStopToken()}${slash}`
  const page = await app.visitor().call('GET', path)
  expect(page.response.headers.get('location')).toMatch(/^\/unsubscribe\?token=\w+$/)
  const headers = { origin: 'https://mail.example', 'content-type': type }
  expect((await app.visitor().call('POST', path, body, headers)).status).toBe(200)
  expect(await followers(star.username)).toBe(0)
})
