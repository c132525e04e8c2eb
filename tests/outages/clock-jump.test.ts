import { expect, test } from 'vitest'
import { memberWithFollowers } from '../drop-audience.ts'
import { openTestApp } from '../test-app.ts'

const app = await openTestApp({ RATE_LIMITS: 'on' })
const hour = 60 * 60 * 1000

test('A clock that jumps an hour ahead and is set back ends no session, drop, follow or mail', async () => {
  const star = await memberWithFollowers(app, 2)
  app.pass(hour)
  const fan = await app.member()
  expect((await fan.call('POST', `/api/users/${star.username}/followers`, {})).status).toBe(201)
  expect((await star.call('POST', '/api/drops', {})).status).toBe(201)
  app.pass(-hour)

  await expect.poll(() => star.reached().length).toBe(2)
  expect((await star.call('GET', '/api/user')).status).toBe(200)
  expect((await fan.call('GET', '/api/user')).status).toBe(200)
  expect((await star.call('POST', '/api/drops', {})).body).toMatchObject({ code: 'drop_too_soon' })
  const { body } = await fan.call<unknown[]>('GET', '/api/follows/following')
  expect(JSON.stringify(body)).toContain(star.username)
  const { username } = await app.member()
  expect((await star.call('POST', `/api/users/${username}/followers`, {})).status).toBe(201)
})
