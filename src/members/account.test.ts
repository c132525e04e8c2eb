import { describe, expect, test } from 'vitest'
import { mailedToken } from '../../tests/mailed-token.ts'
import { type Client, day, minute, openTestApp } from '../../tests/test-app.ts'
import type { CurrentUser } from './members.schemas.ts'
import { findCurrentName } from './usernames/usernames.queries.ts'

const app = await openTestApp()

const rename = (member: Client, username: unknown) =>
  member.call<CurrentUser>('PUT', '/api/user/username', { username })
const nameOf = async (member: Client) =>
  (await member.call<CurrentUser>('GET', '/api/user')).body.username
const register = (username: string) =>
  app.visitor().call('POST', '/api/register', {
    username,
    email: `${username.toLowerCase()}@late.test`,
    password: 'correct horse',
  })
const available = async (viewer: Client, username: string) => {
  const { status, body } = await viewer.call('POST', '/api/username-available', { username })
  expect(status).toBe(200)
  return body
}
const taken = {
  message: 'This username is already taken',
  field: 'username',
  code: 'username_taken',
}

describe('Changing the username', () => {
  test('returns the new name, and the old one redirects to it in any case', async () => {
    const member = await app.member('Olden')
    const { status, body } = await rename(member, 'Newer')
    expect(status).toBe(200)
    expect(body.username).toBe('Newer')
    expect(await findCurrentName(app.context.db, 'oLDEN')).toBe('Newer')
    await rename(member, 'Newest')
    expect(await findCurrentName(app.context.db, 'olden')).toBe('Newest')
    expect(await findCurrentName(app.context.db, 'newer')).toBe('Newest')
    expect(await findCurrentName(app.context.db, 'newest')).toBeNull()
    for (const path of [
      '/api/profile/OLDEN',
      '/api/users/olden/drops',
      '/newer',
      '/newer/drops/1?a=b',
    ]) {
      const { status, response } = await app.visitor().call('GET', path)
      expect(status).toBe(301)
      expect(response.headers.get('location')).toBe(path.replace(/olden|newer/i, 'Newest'))
      // A redirect that a browser keeps would loop once the rename is reversed.
      expect(response.headers.get('cache-control')).toMatch(/^no-(cache|store)$|no-cache/)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect((await app.visitor().call('GET', '/api/profile/never-heard-of')).status).toBe(404)
    const fan = await app.member()
    for (const [method, path] of [
      ['POST', '/api/users/olden/followers'],
      ['DELETE', '/api/users/Newer/followers'],
      ['POST', '/api/unfollow/newer'],
    ] as const) {
      const { status, response } = await fan.call(method, path, method === 'POST' ? {} : undefined)
      expect(status, path).toBe(308)
      expect(response.headers.get('location')).toBe(path.replace(/olden|newer/i, 'Newest'))
    }
    const unknown = await fan.call('POST', '/api/users/never-heard-of/followers', {})
    expect(unknown.status).toBe(404)
  })

  test('reserves the old name for the member, who can take it back', async () => {
    const member = await app.member('holder')
    const other = await app.member()
    await rename(member, 'holder-two')
    const rejection = { available: false, message: taken.message }
    expect(await available(other, 'HOLDER')).toEqual(rejection)
    expect(await available(app.visitor(), 'holder')).toEqual(rejection)
    expect(await available(member, 'holder')).toEqual({ available: true })
    const refused = await rename(other, 'Holder')
    expect(refused.status).toBe(409)
    expect(refused.body).toEqual(taken)
    expect((await register('hOLDer')).body).toEqual(taken)
    expect((await rename(member, 'Holder')).status).toBe(200)
    expect(await findCurrentName(app.context.db, 'holder')).toBeNull()
    expect(await findCurrentName(app.context.db, 'holder-two')).toBe('Holder')
  })

  test('ends the reservation after 90 days; until the name is taken it still redirects', async () => {
    const member = await app.member('leaver')
    const other = await app.member('heir')
    await rename(member, 'left')
    app.pass(91 * day)
    expect(await findCurrentName(app.context.db, 'leaver')).toBe('left')
    await other.call('POST', '/api/login', { email: other.email, password: 'correct horse' })
    expect((await rename(other, 'Leaver')).status).toBe(200)
    expect(await findCurrentName(app.context.db, 'leaver')).toBeNull()
    await member.call('POST', '/api/login', { email: member.email, password: 'correct horse' })
    expect((await rename(member, 'leaver')).body).toEqual(taken)
  })

  test('only in case reserves nothing', async () => {
    const member = await app.member('casing')
    expect((await rename(member, 'CaSing')).body.username).toBe('CaSing')
    expect(await findCurrentName(app.context.db, 'casing')).toBeNull()
    expect((await rename(member, 'CaSing')).status).toBe(200)
  })

  test('to each other’s names, by two at the same time, is rejected for both', async () => {
    const [ann, ben] = [await app.member('ann'), await app.member('ben')]
    const answers = await Promise.all([rename(ann, 'Ben'), rename(ben, 'Ann')])
    expect(answers.map(({ status }) => status)).toEqual([409, 409])
    expect([await nameOf(ann), await nameOf(ben)]).toEqual(['ann', 'ben'])
  })

  test('to one free name, by five at the same time, succeeds for one', async () => {
    const members = await Promise.all(Array.from({ length: 5 }, () => app.member()))
    const answers = await Promise.all(members.map(member => rename(member, 'Coveted')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  })

  test('does not give the old name to somebody who registers it at the same time', async () => {
    const member = await app.member('fleeting')
    const [renamed, ...others] = await Promise.all([
      rename(member, 'fled'),
      ...['Fleeting', 'fLeeting', 'flEeting'].map(register),
    ])
    expect(renamed?.status).toBe(200)
    expect(others.map(({ status }) => status)).toEqual([409, 409, 409])
  })

  test.each([
    ['ab', 'Username must be at least 3 characters'],
    ['Settings', 'This username is reserved and cannot be used'],
    [null, expect.any(String)],
  ])('to %j is rejected', async (username, message) => {
    const member = await app.member()
    const { status, body } = await rename(member, username)
    expect(status).toBe(400)
    expect(body).toEqual({ message, code: expect.any(String), field: 'username' })
    expect(await nameOf(member)).toBe(member.username)
  })
})

describe('Whether a username is available', () => {
  test('is yes for a free one and for one’s own in any case', async () => {
    const member = await app.member('Myname')
    expect(await available(app.visitor(), 'free-name')).toEqual({ available: true })
    expect(await available(member, 'mYNAME')).toEqual({ available: true })
  })

  test('is no for taken, reserved and invalid ones, with the reason', async () => {
    await app.member('Occupied')
    const reserved = 'This username is reserved and cannot be used'
    const short = 'Username must be at least 3 characters'
    const letters = 'Username can only contain letters, numbers, underscores, and hyphens'
    for (const [name, message] of [
      ['occupied', taken.message],
      ['ADMIN', reserved],
      ['radrs', reserved],
      ['ab', short],
      ['', short],
      ['%', short],
      ['a'.repeat(31), 'Username cannot exceed 30 characters'],
      ['a b c', letters],
      ['né!', letters],
    ] as const) {
      expect({ name, ...Object(await available(app.visitor(), name)) }).toEqual({
        name,
        available: false,
        message,
      })
    }
  })
})

test('A new username, profile link, picture and password each update the time of the last change', async () => {
  const member = await app.member()
  const updated = async () => {
    const users = app.context.db.selectFrom('users').where('email', '=', member.email)
    return (await users.select('updated_at').executeTakeFirstOrThrow()).updated_at.getTime()
  }
  await member.call('POST', '/api/forgot-password', { email: member.email })
  const token = await mailedToken(app, member.email, '/reset-password')
  for (const [method, path, body] of [
    ['PUT', '/api/user/username', { username: 'on-time' }],
    ['PUT', '/api/user/spotify', { spotify_profile_url: 'spotify:user:wizzler' }],
    ['PUT', '/api/user/avatar', { avatar: null }],
    ['POST', '/api/reset-password', { token, newPassword: 'battery staple' }],
  ] as const) {
    const before = await updated()
    app.pass(minute)
    expect((await member.call(method, path, body)).status, path).toBe(200)
    expect(await updated(), path).toBeGreaterThanOrEqual(before + minute)
  }
})

describe('The link to the profile on the streaming service', () => {
  const put = (member: Client, spotify_profile_url: unknown) =>
    member.call<CurrentUser>('PUT', '/api/user/spotify', { spotify_profile_url })

  test('is stored as the id in it, and removed by an empty one', async () => {
    const member = await app.member()
    const { status, body } = await put(member, 'https://open.spotify.com/user/wizzler?si=1')
    expect(status).toBe(200)
    expect(body.spotify_user_id).toBe('wizzler')
    const profile = await app.visitor().call('GET', `/api/profile/${member.username}`)
    expect(profile.body).toMatchObject({ spotify_user_id: 'wizzler' })
    expect((await put(member, ' ')).body.spotify_user_id).toBeNull()
  })

  test.each([
    ['https://open.spotify.com/track/x'],
    ['https://evil.test/user/wizzler'],
    ['wizzler'],
    ['x'.repeat(501)],
    [null],
    [5],
  ])('is refused when it is %j', async link => {
    const member = await app.member()
    await put(member, 'spotify:user:stays')
    const { status, body } = await put(member, link)
    expect(status).toBe(400)
    expect(body).toMatchObject({ field: 'spotify_profile_url' })
    expect((await member.call<CurrentUser>('GET', '/api/user')).body.spotify_user_id).toBe('stays')
  })
})
