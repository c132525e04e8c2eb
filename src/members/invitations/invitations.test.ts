import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { noBrowserBuild } from '../../../tests/no-browser-build.ts'
import { day, newClient, openTestApp } from '../../../tests/test-app.ts'
import { setRole } from '../../admin/set-role.ts'
import { createApp } from '../../app/server.ts'
import type { Config } from '../../platform/config.ts'
import type { OpenInvitation } from './invitations.schemas.ts'
import { createInvitation } from './invitations.ts'

const app = await openTestApp()

/** Somebody without a session, at an installation with these settings. */
function visitorWith(settings: Partial<Pick<Config, 'registration' | 'memberInvitations'>>) {
  const context = { ...app.context, config: { ...app.context.config, ...settings } }
  const hono = createApp(context, noBrowserBuild)
  return newClient(context.config.publicUrl, (url, init) => hono.request(url, init))
}
const visitorAt = (registration: Config['registration']) => visitorWith({ registration })

async function memberWith(settings: Parameters<typeof visitorWith>[0]) {
  const { username, email } = await app.member()
  const client = visitorWith(settings)
  await client.call('POST', '/api/login', { email, password: 'correct horse' })
  return { ...client, username }
}

const account = (invitation?: string) => {
  const username = `m${randomBytes(5).toString('hex')}`
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

test('Administrators invite, list all open invitations and withdraw them', async () => {
  const admin = await memberWith({ registration: 'invite' })
  await setRole(app.context.db, admin.username, 'admin', true)
  const { status, body } = await admin.call<{ link: string }>('POST', '/api/invitations')
  expect(status).toBe(201)
  const token = new URL(body.link).searchParams.get('invitation') ?? ''
  await createInvitation(app.context)
  const { body: open } = await admin.call<OpenInvitation[]>('GET', '/api/invitations')
  expect(open.slice(0, 2).map(({ inviter }) => inviter)).toEqual([null, admin.username])
  expect(JSON.stringify(open)).not.toContain(token)

  const path = `/api/invitations/${open[1]?.id}`
  expect((await admin.call('DELETE', path)).status).toBe(204)
  expect((await admin.call('DELETE', path)).status).toBe(404)
  expect((await register('invite', account(token))).status).toBe(400)
  expect((await admin.call<OpenInvitation[]>('GET', '/api/invitations')).body).toHaveLength(
    open.length - 1,
  )
})

test('Members invite only where the settings allow it, each at most so many, also at the same time', async () => {
  const member = await memberWith({ registration: 'invite' })
  expect((await member.call('POST', '/api/invitations')).status).toBe(403)
  const allowed = await memberWith({ registration: 'invite', memberInvitations: 2 })
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => allowed.call('POST', '/api/invitations')),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
  const { body: open } = await allowed.call<OpenInvitation[]>('GET', '/api/invitations')
  expect(open.map(({ inviter }) => inviter)).toEqual([allowed.username, allowed.username])
  expect((await member.call<OpenInvitation[]>('GET', '/api/invitations')).body).toEqual([])
  const path = `/api/invitations/${open[0]?.id}`
  expect((await member.call('DELETE', path)).status).toBe(404)
  expect((await allowed.call('DELETE', path)).status).toBe(204)
  expect((await allowed.call('POST', '/api/invitations')).status).toBe(201)
})

test('The invitations of a member whom an administrator has hidden create no account', async () => {
  const member = await memberWith({ registration: 'invite', memberInvitations: 2 })
  const invitedBy = async () => {
    const { body } = await member.call<{ link: string }>('POST', '/api/invitations')
    return new URL(body.link).searchParams.get('invitation') ?? ''
  }
  const [token, operators] = [await invitedBy(), await invite()]
  const hide = (hidden_reason: string | null) =>
    app.context.db
      .updateTable('users')
      .set({ hidden_reason })
      .where('username', '=', member.username)
      .execute()
  await hide('Spam')
  expect((await register('invite', account(token))).status).toBe(400)
  expect((await register('invite', account(operators))).status).toBe(201)
  await hide(null)
  expect((await register('invite', account(token))).status).toBe(201)
})
