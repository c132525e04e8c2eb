import { expect, test } from 'vitest'
import { openTestApp } from '../../tests/test-app.ts'
import type { CurrentUser } from './members.schemas.ts'

const app = await openTestApp()

test('A call for another member than the session’s, or for a visitor, is refused before it changes anything', async () => {
  const [one, two] = [await app.member(), await app.member()]
  const keyOf = async (member: typeof one) =>
    (await member.call<CurrentUser>('GET', '/api/user')).body.member_key
  const body = { spotifyUrl: 'https://open.spotify.com/track/11dFghVXANMlKmJXsNCbNl' }
  for (const given of [await keyOf(one), 'none', '']) {
    const headers = { 'x-member': given }
    for (const [method, path, sent] of [
      ['POST', '/api/tracks', body],
      ['POST', '/api/tracks', {}],
      ['GET', '/api/tracks', undefined],
      ['POST', '/api/logout', undefined],
      ['GET', '/api/no-such-call', undefined],
    ] as const)
      expect(await two.call(method, path, sent, headers)).toMatchObject({
        status: 409,
        body: { code: 'other_member' },
      })
  }
  expect((await two.call('GET', '/api/tracks')).body).toEqual([])
  const own = { 'x-member': await keyOf(two) }
  expect((await two.call('POST', '/api/tracks', body, own)).status).toBe(201)
})

test('A link to download one’s data gives nothing of another member who has signed in since', async () => {
  const [one, two] = [await app.member(), await app.member()]
  const { member_key } = (await one.call<CurrentUser>('GET', '/api/user')).body
  for (const path of ['/api/user/archive', '/api/followers.csv']) {
    const link = `${path}?member=${member_key}`
    expect((await one.call('GET', link)).status).toBe(200)
    expect(await two.call('GET', link)).toMatchObject({
      status: 409,
      body: { code: 'other_member' },
    })
    expect((await app.visitor().call('GET', link)).status).toBe(401)
  }
})

test('A member’s key stays the same when the account is renamed, and without a session it is not compared', async () => {
  const member = await app.member('first-name')
  const { member_key } = (await member.call<CurrentUser>('GET', '/api/user')).body
  const renamed = await member.call<CurrentUser>('PUT', '/api/user/username', {
    username: 'second-name',
  })
  expect(renamed.body).toMatchObject({ username: 'second-name', member_key })
  const visitor = app.visitor()
  const given = { 'x-member': member_key }
  expect((await visitor.call('GET', '/api/user', undefined, given)).status).toBe(401)
  expect((await visitor.call('GET', '/api/charts', undefined, given)).status).not.toBe(409)
})
