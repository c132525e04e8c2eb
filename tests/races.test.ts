import { expect, test } from 'vitest'
import type { Follower } from '../src/follows/followers/followers.schemas.ts'
import { saveTracks } from './drop-audience.ts'
import { mailedToken } from './mailed-token.ts'
import { follow, followersOf } from './member-actions.ts'
import { openTestApp, type TestResponse } from './test-app.ts'
import { unsubscribeTokenOf } from './unsubscribe-token-of.ts'

// More races stand with the calls they are about. On the embedded database, which is one connection,
// transactions take turns; on PostgreSQL they really meet.

const app = await openTestApp()

const members = (count: number) => Promise.all(Array.from({ length: count }, () => app.member()))

const statusesOf = (answers: TestResponse<unknown>[]) =>
  answers.map(({ status }) => status).toSorted()

const post = (path: string, body: unknown) => app.visitor().call('POST', path, body)

const isActive = ({ verified, unsubscribed }: Follower) => verified && !unsubscribed

test('Everybody follows everybody else at once', async () => {
  const all = await members(6)
  const pairs = all.flatMap(who =>
    all.filter(whom => whom !== who).map(whom => [who, whom] as const),
  )
  const answers = await Promise.all(pairs.map(([who, whom]) => follow(who, whom)))
  expect(new Set(statusesOf(answers))).toEqual(new Set([201]))
  for (const member of all) expect((await followersOf(member)).filter(isActive)).toHaveLength(5)
})

test('Following and leaving at once ends as one of them, and what is counted is what is shown', async () => {
  const [fan, star] = await members(2)
  if (!fan || !star) throw new Error('There are no members')
  const path = `/api/users/${star.username}/followers`
  const clicks = Array.from({ length: 20 }, (_, i) =>
    i % 2 ? follow(fan, star) : fan.call('DELETE', path),
  )
  for (const status of statusesOf(await Promise.all(clicks)))
    expect([200, 201, 409]).toContain(status)
  const rows = await followersOf(star)
  const { body } = await fan.call<{ isFollowing: boolean }>(
    'GET',
    `/api/users/${star.username}/is-following`,
  )
  expect(rows).toHaveLength(1)
  expect(rows.filter(isActive)).toHaveLength(body.isFollowing ? 1 : 0)
})

test('Confirming and unsubscribing at once never brings back who has left', async () => {
  const star = await app.member()
  const email = 'undecided@mail.test'
  await follow(app.visitor(), star, email)
  const token = await mailedToken(app, email, '/follow/confirm')
  const [asked] = await followersOf(star)
  const leaving = await unsubscribeTokenOf(app.context, asked?.id ?? 0)
  const confirm = () => post('/api/follows/confirm', { token })
  const leave = () => post('/api/follows/unsubscribe', { token: leaving })
  const answers = await Promise.all([confirm(), leave(), confirm(), leave(), confirm(), leave()])
  for (const status of statusesOf(answers)) expect([200, 400]).toContain(status)
  expect((await followersOf(star)).filter(isActive)).toEqual([])
  expect((await confirm()).status).toBe(400)
})

test('Adding, removing, ordering and dropping at once leaves ranks without gap or double', async () => {
  const member = await app.member()
  await saveTracks(member, 3)
  const { body: list } = await member.call<{ id: number }[]>('GET', '/api/tracks')
  const order = list.map(({ id }, index) => ({ id, rank: list.length - index }))
  const add = (end: string) =>
    member.call('POST', '/api/tracks', {
      spotifyUrl: `https://open.spotify.com/track/7ouMYWpwJ422jRcDASZ${end}`,
    })
  const answers = await Promise.all([
    ...['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'AAA'].map(add),
    member.call('DELETE', `/api/tracks/${list[1]?.id}`),
    member.call('PUT', '/api/tracks/rank', { tracks: order }),
    member.call('POST', '/api/drops', { note: null }),
    member.call('POST', '/api/drops', { note: null }),
  ])
  for (const status of statusesOf(answers)) expect([200, 201, 204, 400, 409]).toContain(status)
  const { body: after } = await member.call<{ rank: number }[]>('GET', '/api/tracks')
  expect(after.map(({ rank }) => rank)).toEqual(after.map((_, index) => index + 1))
  const { body: drops } = await member.call('GET', '/api/drops')
  expect(drops).toHaveLength(1)
})

test('One email in different case makes one account', async () => {
  const emails = ['twin@mail.test', 'Twin@mail.test', 'TWIN@MAIL.TEST', 'twin@Mail.test']
  const answers = await Promise.all(
    emails.map((email, i) =>
      post('/api/register', { username: `twin${i}`, email, password: 'correct horse' }),
    ),
  )
  expect(statusesOf(answers)).toEqual([201, 409, 409, 409])
})

test('Proving an email while its mail is stopped and it follows more makes neither fail', async () => {
  const stars = await members(4)
  for (let round = 0; round < 3; round++) {
    const fan = await app.member()
    const proof = await mailedToken(app, fan.email, '/email/confirm')
    // The account and the bare email each follow all of them.
    for (const star of stars) await follow(app.visitor(), star, fan.email)
    const before = (await Promise.all(stars.map(followersOf))).flat()
    const links = await Promise.all(
      before
        .filter(({ email }) => email === fan.email)
        .map(({ id }) => unsubscribeTokenOf(app.context, id)),
    )
    await Promise.all(stars.map(star => follow(fan, star)))
    const answers = await Promise.all([
      post('/api/email/confirm', { token: proof }),
      ...links.map(token => post('/api/follows/unsubscribe', { token, all: true })),
      ...stars.map(star => fan.call('DELETE', `/api/users/${star.username}/followers`)),
      ...stars.map(star => follow(fan, star)),
      post('/api/email/confirm', { token: proof }),
    ])
    for (const status of statusesOf(answers)) expect([200, 201, 409]).toContain(status)
    const [link] = links
    await post('/api/follows/unsubscribe', { token: link, all: true })
    const after = (await Promise.all(stars.map(followersOf))).flat()
    expect(after.filter(row => row.email === fan.email && isActive(row))).toEqual([])
  }
})
