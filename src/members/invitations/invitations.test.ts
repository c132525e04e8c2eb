import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { noBrowserBuild } from '../../../tests/no-browser-build.ts'
import { day, newClient, openTestApp } from '../../../tests/test-app.ts'
import { createApp } from '../../app/server.ts'
import type { Config } from '../../platform/config/config.ts'
import { createInvitation } from './invitations.ts'

const app = await openTestApp()

/** Somebody without a session, at an installation with this setting. */
function visitorAt(registration: Config['registration']) {
  const context = { ...app.context, config: { ...app.context.config, registration } }
  const hono = createApp(context, noBrowserBuild)
  return newClient(context.config.publicUrl, (url, init) => hono.request(url, init))
}

const account = (invitation?: string) => {
  const username = `x${randomBytes(5).toString('hex')}`
  return { username, email: `${username}@mail.test`, password: 'correct horse', invitation }
}
const register = (registration: Config['registration'], body = account()) =>
  visitorAt(registration).call('POST', '/api/register', body)

const invite = async () =>
  new URL(await createInvitation(app.context)).searchParams.get('invitation') ?? ''

test('Where registration is closed nobody creates an account, and the page says so', async () => {
  expect(await register('closed', account(await invite()))).toMatchObject({
    status: 403,
    body: { code: 'registration_closed' },
  })
  const { response } = await visitorAt('closed').call('GET', '/login')
  const page = await response.text()
  expect(page).toContain('New accounts cannot be created here at the moment.')
  expect(page).not.toContain('role="tab"')
})

test('Where registration needs an invitation, its link leads to the form', async () => {
  expect(await register('invite')).toMatchObject({
    status: 403,
    body: { code: 'registration_closed' },
  })
  const open = async (path: string) => (await visitorAt('invite').call('GET', path)).response.text()
  expect(await open('/login')).toContain('New accounts need an invitation')
  const link = await createInvitation(app.context)
  expect(await open(link.replace(app.context.config.publicUrl, ''))).toContain('role="tab"')
})

test('An invitation creates one account, also when it is used twice at the same time', async () => {
  const token = await invite()
  const taken = await app.member()
  const failed = await register('invite', { ...account(token), username: taken.username })
  expect(failed.status).toBe(409)
  const answers = await Promise.all([1, 2, 3].map(() => register('invite', account(token))))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400])
  expect(await register('invite', account(token))).toMatchObject({
    status: 400,
    body: { code: 'invalid_token', message: expect.stringContaining('Ask for a new one.') },
  })
})

test('An invitation expires after seven days, and the database has only its hash', async () => {
  const token = await invite()
  const rows = await app.context.db.selectFrom('invitations').select('token_hash').execute()
  expect(rows.map(({ token_hash }) => token_hash)).not.toContain(token)
  app.pass(7 * day)
  expect((await register('invite', account(token))).status).toBe(400)
  expect((await register('open')).status).toBe(201)
})
