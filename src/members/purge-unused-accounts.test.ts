import { expect, test } from 'vitest'
import { saveTracks } from '../../tests/drop-audience.ts'
import { confirmedMember, follow } from '../../tests/member-actions.ts'
import { day, type Member, openTestApp, runJob } from '../../tests/test-app.ts'
import { setRole } from '../admin/admin.queries.ts'
import { purgeUnusedAccounts } from './purge-unused-accounts.job.ts'

const app = await openTestApp()

const logIn = ({ call, email }: Member) =>
  call('POST', '/api/login', { email, password: 'correct horse' })

test('An account that was never confirmed and never used is deleted after 180 days, and its name and email can be taken again', async () => {
  const star = await confirmedMember(app)
  const uses: [string, (member: Member) => unknown][] = [
    ['has a track', member => saveTracks(member)],
    ['follows', member => follow(member, star)],
    ['is followed', member => follow(star, member)],
    ['has a profile link', member => setProfile(member)],
    ['was renamed', member => rename(member)],
    ['is an administrator', ({ username }) => setRole(app.context.db, username, 'admin', true)],
  ]
  const used = await Promise.all(
    uses.map(async ([, use]) => {
      const member = await app.member()
      await use(member)
      return member
    }),
  )
  const unused = await app.member()
  const [requested, signedIn] = [await app.member(), await app.member()]
  app.pass(100 * day)
  await logIn(signedIn)
  const young = await app.member()
  app.pass(79 * day)
  await runJob(purgeUnusedAccounts, app.context, {})
  expect((await logIn(unused)).status).toBe(200)
  await app.context.db.deleteFrom('sessions').execute()
  await app.context.db.deleteFrom('sign_in_networks').execute()
  await logIn(signedIn)
  app.pass(2 * day)
  // A request that nobody confirms is deleted after seven days, and then counts no longer.
  await follow(app.visitor(), requested, 'fan@fans.test')
  const found = app.context.db.selectFrom('users').where('username', '=', unused.username)
  // One that another job has locked is left for the next run.
  await expect
    .poll(async () => {
      await runJob(purgeUnusedAccounts, app.context, {})
      return found.select('id').executeTakeFirst()
    })
    .toBeUndefined()
  for (const [index, member] of used.entries())
    expect((await logIn(member)).status, uses[index]?.[0]).toBe(200)
  for (const member of [star, requested, signedIn, young])
    expect((await logIn(member)).status).toBe(200)
  expect((await logIn(unused)).status).toBe(401)
  const { username, email } = unused
  const again = { username, email, password: 'battery staple' }
  expect((await app.visitor().call('POST', '/api/register', again)).status).toBe(201)
})

async function setProfile({ call }: Member) {
  const spotify_profile_url = 'https://open.spotify.com/user/abc'
  expect((await call('PUT', '/api/user/spotify', { spotify_profile_url })).status).toBe(200)
}

async function rename({ call, username }: Member) {
  expect((await call('PUT', '/api/user/username', { username: `${username}x` })).status).toBe(200)
}
