import { expect, test } from 'vitest'
import { addFollowers, saveTracks } from '../../../tests/drop-audience.ts'
import { addTracks } from '../../../tests/member-lists.ts'
import { type Client, openTestApp } from '../../../tests/test-app.ts'
import type { FirstSteps } from './first-steps.schemas.ts'

const app = await openTestApp()

const stepsOf = async (member: Client) =>
  (await member.call<FirstSteps>('GET', '/api/first-steps')).body

const submitForm = (member: Client, headers = {}) =>
  member.call('POST', '/home', '', {
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  })

test('The first steps of a new member tick themselves off, and are gone once all are done', async () => {
  const member = await app.member()
  expect(await stepsOf(member)).toEqual({ closed: false, done: [], tracks: 0 })
  await saveTracks(member, 1)
  expect(await stepsOf(member)).toEqual({ closed: false, done: ['track'], tracks: 1 })
  await member.call('POST', '/api/drops', {})
  expect(await stepsOf(member)).toMatchObject({ closed: false, done: ['track', 'drop'] })
  const fan = await app.member()
  await fan.call('POST', `/api/users/${member.username}/followers`, {})
  expect(await stepsOf(member)).toMatchObject({ done: ['track', 'drop', 'follower'] })
  await addTracks(member, 'two', 'three', 'four', 'five', 'six', 'seven')
  expect(await stepsOf(member)).toMatchObject({ closed: true, tracks: 7 })
  await fan.call('DELETE', `/api/users/${member.username}/followers`)
  expect(await stepsOf(member)).toMatchObject({ closed: true, done: ['track', 'list', 'drop'] })
})

test('Only a confirmed follower counts', async () => {
  const member = await app.member()
  await app.visitor().call('POST', `/api/users/${member.username}/followers`, {
    email: 'not-yet@mail.test',
  })
  expect((await stepsOf(member)).done).toEqual([])
  await addFollowers(app, member.username, 1)
  expect((await stepsOf(member)).done).toEqual(['follower'])
})

test('The first steps that a member closes stay closed on every device, and others keep theirs', async () => {
  const [member, other] = [await app.member(), await app.member()]
  expect((await member.call('POST', '/api/first-steps/close')).status).toBe(204)
  expect((await member.call('POST', '/api/first-steps/close')).status).toBe(204)
  const device = app.visitor()
  await device.call('POST', '/api/login', { email: member.email, password: 'correct horse' })
  expect(await stepsOf(device)).toMatchObject({ closed: true })
  expect(await stepsOf(other)).toMatchObject({ closed: false })
})

test('Without JavaScript a form closes them', async () => {
  const member = await app.member()
  const { status, response } = await submitForm(member)
  expect([status, response.headers.get('location')]).toEqual([303, '/home'])
  expect(await stepsOf(member)).toMatchObject({ closed: true })
})

test('The form leads a visitor to the login, and is not for other sites', async () => {
  expect((await submitForm(app.visitor())).status).toBe(303)
  const member = await app.member()
  expect((await submitForm(member, { origin: 'https://evil.test' })).status).toBe(403)
  expect(await stepsOf(member)).toMatchObject({ closed: false })
})
