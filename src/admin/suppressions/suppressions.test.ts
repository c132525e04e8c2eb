import { beforeAll, expect, test } from 'vitest'
import { openBounceFixture } from '../../../tests/bounces/bounce-fixture.ts'
import { suppress } from '../../mail/mailboxes/suppression.ts'
import { setRole } from '../admin.queries.ts'
import type { Bounce, Suppression } from './suppressions.schemas.ts'

const app = await openBounceFixture()
const admin = await app.member('boss')
beforeAll(() => setRole(app.context.db, 'boss', 'admin', true))

type Page = { suppressions: Suppression[]; total: number }
const list = async (query = '') =>
  (await admin.call<Page>('GET', `/api/admin/suppressions?${query}`)).body

test('An administrator sees why an email gets no drop mail, without the email, and lifts it', async () => {
  const member = await app.createMember(1)
  const drop = await member.drop()
  expect(await app.report('unknown-user', drop.returnPath())).toBe(250)

  const address = `${member.follower()[0]}…@${member.follower().split('@')[1]}`
  const { suppressions, total } = await list()
  expect(total).toBe(1)
  expect(suppressions[0]).toMatchObject({ address, username: null, reason: 'hard' })
  const { body: bounces } = await admin.call<Bounce[]>('GET', '/api/admin/bounces')
  expect(bounces).toMatchObject([{ address, kind: 'hard', detail: suppressions[0]?.detail }])
  expect(JSON.stringify([suppressions, bounces])).not.toContain(member.follower().split('@')[0])

  const path = `/api/admin/suppressions/${suppressions[0]?.id}`
  expect((await admin.call('DELETE', path)).status).toBe(204)
  expect((await admin.call('DELETE', path)).status).toBe(404)
  expect(await app.suppressionOf(member.follower())).toBeNull()
})

test('Suppressions are found by the whole email alone, have pages and name the member', async () => {
  const { db, clock } = app.context
  for (const number of [1, 2, 3]) await suppress(db, `gone${number}@mail.test`, 'hard', '5.1.1')
  await suppress(db, admin.email, 'soft', '4.2.2', new Date(clock.now().getTime() + 60_000))
  const pages = [await list('pageSize=3'), await list('pageSize=3&page=2')]
  expect(pages.map(({ total, suppressions }) => [total, suppressions.length])).toEqual([
    [4, 3],
    [4, 1],
  ])
  expect(pages[0]?.suppressions[0]).toMatchObject({ address: 'b…@mail.test', username: 'boss' })
  expect((await list('address=Gone2@mail.test')).suppressions).toMatchObject([
    { address: 'g…@mail.test' },
  ])
  expect(await list('address=gone')).toEqual({ suppressions: [], total: 0 })
  app.pass(120_000)
  expect((await list()).total).toBe(3)
})
