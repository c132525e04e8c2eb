import { expect, test } from 'vitest'
import { addFollowers, saveTracks } from '../../tests/drop-audience.ts'
import { addWeeklyDrops } from '../../tests/member-lists.ts'
import { day, hour, openTestApp } from '../../tests/test-app.ts'
import { setRole } from '../admin/admin.queries.ts'
import type { DropListItem } from './drops.schemas.ts'

const app = await openTestApp()

test('A drop publishes the list with its note, number and number of followers', async () => {
  const member = await app.member()
  await saveTracks(member, 3)
  await addFollowers(app, member.username, 2)
  const { status, body } = await member.call<DropListItem>('POST', '/api/drops', {
    note: ' \u202eRain\u2066 ',
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({ drop_number: 1, note: 'Rain', drop_followers: 2 })

  const path = `/api/users/${member.username.toUpperCase()}/drops`
  const one = await app.visitor().call(`GET`, `${path}/1`)
  expect(one.body).toMatchObject({
    username: member.username,
    avatar: null,
    drop: { dropNumber: 1, note: 'Rain', createdAt: body.created_at, followers: 2 },
    tracks: [{ rank: 1, title: null }, { rank: 2 }, { rank: 3 }],
  })
  const tracks = Array(3).fill(expect.objectContaining({ artwork: null }))
  for (const list of [app.visitor().call('GET', path), member.call('GET', '/api/drops')])
    expect((await list).body).toEqual([{ ...body, tracks }])
  const count = await app.visitor().call('GET', `/api/users/${member.username}/drops-count`)
  expect(count.body).toEqual({ totalDrops: 1 })
})

test('Ten simultaneous drops make one drop', async () => {
  const member = await app.member()
  await saveTracks(member)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => member.call('POST', '/api/drops', { note: null })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  expect((await member.call<unknown[]>('GET', '/api/drops')).body).toHaveLength(1)
})

test('The next drop is possible after 7 days and a change of the list', async () => {
  const member = await app.member()
  expect((await member.call('GET', '/api/drops/check-weekly-limit')).body).toEqual({
    nextDropTime: null,
  })
  await saveTracks(member, 2)
  const first = await member.call<DropListItem>('POST', '/api/drops', {})
  const nextDropTime = new Date(Date.parse(first.body.created_at) + 7 * day).toISOString()
  expect((await member.call('GET', '/api/drops/check-weekly-limit')).body).toEqual({ nextDropTime })

  await saveTracks(member, 3)
  app.pass(7 * day - hour)
  const early = await member.call('POST', '/api/drops', {})
  expect(early).toMatchObject({ status: 409, body: { nextDropTime } })

  await saveTracks(member, 2)
  app.pass(hour + 1000)
  expect((await member.call('GET', '/api/drops/check-weekly-limit')).body).toEqual({
    nextDropTime: null,
  })
  expect(await member.call('POST', '/api/drops', {})).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('has not changed') },
  })
  await saveTracks(member, 3)
  expect(await member.call('POST', '/api/drops', {})).toMatchObject({
    status: 201,
    body: { drop_number: 2 },
  })
})

test('The list has changes when it differs from the last drop in tracks or order', async () => {
  const member = await app.member()
  const hasChanges = async () =>
    (await member.call<{ hasChanges: boolean }>('GET', '/api/drops/has-changes')).body.hasChanges
  expect(await hasChanges()).toBe(false)
  await saveTracks(member, 2)
  expect(await hasChanges()).toBe(true)
  const { body } = await member.call<{ created_at: string }>('POST', '/api/drops', {})
  expect(await hasChanges()).toBe(false)
  expect((await member.call('GET', '/api/drops/has-changes')).body).toMatchObject({
    lastDrop: { number: 1, madeAt: body.created_at },
  })

  const { body: tracks } = await member.call<{ id: number }[]>('GET', '/api/tracks')
  const swapped = tracks.map(({ id }, index) => ({ id, rank: 2 - index }))
  await member.call('PUT', '/api/tracks/rank', { tracks: swapped })
  expect(await hasChanges()).toBe(true)
  await saveTracks(member, 0)
  expect(await hasChanges()).toBe(false)
})

test('An empty list and a note over 150 characters are rejected and publish nothing', async () => {
  const member = await app.member()
  expect((await member.call('POST', '/api/drops', {})).status).toBe(400)
  await saveTracks(member)
  const long = await member.call('POST', '/api/drops', { note: '🎧'.repeat(151) })
  expect(long).toMatchObject({ status: 400, body: { field: 'note' } })
  expect((await member.call('GET', '/api/drops')).body).toEqual([])
  const longest = await member.call('POST', '/api/drops', { note: '🎧'.repeat(150) })
  expect(longest.status).toBe(201)
})

test('A drop number that does not exist is not found', async () => {
  const { username } = await app.member()
  for (const path of [`${username}/drops/0`, `${username}/drops/1`, 'nobody-here/drops/1']) {
    expect((await app.visitor().call('GET', `/api/users/${path}`)).status).toBe(404)
  }
  expect((await app.visitor().call('GET', `/api/users/${username}/drops/x`)).status).toBe(400)
  expect((await app.visitor().call('GET', '/api/users/nobody-here/drops')).status).toBe(404)
})

test('A test drop is mailed to its member only and publishes nothing', async () => {
  const member = await app.member()
  expect((await member.call('POST', '/api/test-drop', { note: 'x' })).status).toBe(403)
  await setRole(app.context.db, member.username, 'dev', true)
  expect((await member.call('POST', '/api/test-drop', { note: 'x' })).status).toBe(400)
  await saveTracks(member, 2)
  await addFollowers(app, member.username, 1)
  expect((await member.call('POST', '/api/test-drop', { note: 'Hi\ud800' })).status).toBe(200)
  const isTest = ({ parsed }: { parsed: { subject?: string } }) =>
    /^Test/.test(parsed.subject ?? '')
  const mails = (await app.mailbox.waitFor(isTest)).filter(isTest)
  expect(mails.map(({ to }) => to)).toEqual([[member.email]])
  expect(mails[0]?.parsed.text).toContain('asked Radr for a test drop')
  expect((await member.call('GET', '/api/drops')).body).toEqual([])
})

test('A long history is read half a year at a time, newest first', async () => {
  const member = await app.member()
  await addWeeklyDrops(app, member, 130)
  for (const path of ['/api/drops', `/api/users/${member.username}/drops`]) {
    const numbers = async (query: string) =>
      (await member.call<DropListItem[]>('GET', path + query)).body.map(drop => drop.drop_number)
    const newestFirst = Array.from({ length: 130 }, (_, n) => 130 - n)
    expect(await numbers('')).toEqual(newestFirst.slice(0, 26))
    expect(await numbers('?before=21')).toEqual(newestFirst.slice(110))
    expect(await numbers('?before=1')).toEqual([])
    expect((await member.call('GET', `${path}?before=x`)).status).toBe(400)
  }
})
