import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBounceStage } from '../../../tests/bounce-fixture.ts'
import { day } from '../../../tests/test-app.ts'
import { recordRejection } from './record-mail-event.ts'

let radr: Awaited<ReturnType<typeof openBounceStage>>
beforeAll(async () => {
  radr = await openBounceStage()
})
afterAll(() => radr.close())

test('Three soft bounces let an address rest for two weeks; then one mail tries it', async () => {
  const member = await radr.star()
  for (let n = 1; n <= 3; n++) {
    expect(await radr.suppressionOf(member.fan())).toBeNull()
    const drop = await member.drop()
    expect(await radr.bring('mailbox-full', drop.path())).toBe(250)
    // Once more about the same mail counts no more.
    expect(await radr.bring('mailbox-full', drop.path())).toBe(250)
    expect(await drop.states()).toMatchObject({ failed: 1 })
    radr.pass(8 * day)
  }
  expect(await radr.suppressionOf(member.fan())).toMatchObject({ reason: 'soft' })
  expect(await radr.followerOf(member, member.fan())).toMatchObject({ bounces: true })
  expect((await member.drop()).mailTo()).toBeUndefined()

  radr.pass(8 * day)
  expect(await radr.followerOf(member, member.fan())).not.toHaveProperty('bounces')
  const probe = await member.drop()
  expect(probe.mailTo()).toBeDefined()
  await radr.bring('gave-up', probe.path())
  expect(await radr.suppressionOf(member.fan())).toMatchObject({ reason: 'soft' })
})

test('What a mail server refuses while it is sent counts like what comes back', async () => {
  const member = await radr.star()
  const refused = { kind: 'rejected', code: 552, enhanced: '5.2.2', response: '552 5.2.2' } as const
  const gaveUp = { kind: 'retry', code: 450, response: '450 4.7.1 later' } as const
  for (const outcome of [refused, gaveUp, refused]) {
    expect(await radr.suppressionOf(member.fan())).toBeNull()
    const { id } = await notificationOf((await member.drop()).id)
    const become = (status: 'sending' | 'failed') =>
      radr.context.db
        .updateTable('drop_notifications')
        .set({ status, leased_until: new Date(radr.context.clock.now().getTime() + 99 * day) })
        .where('id', '=', id)
        .execute()
    await become('sending')
    await recordRejection(radr.context, { id, status: 'failed' }, outcome)
    await become('failed')
    radr.pass(8 * day)
  }
  expect(await radr.suppressionOf(member.fan())).toMatchObject({ reason: 'soft' })
  const { id } = await notificationOf()
  const dead = { kind: 'rejected', code: 550, enhanced: '5.1.1', response: '550 5.1.1 no' } as const
  await recordRejection(radr.context, { id, status: 'retry' }, gaveUp)
  expect(await radr.suppressionOf(member.fan())).toMatchObject({ reason: 'soft' })
  await recordRejection(radr.context, { id, status: 'failed' }, dead)
  expect(await radr.suppressionOf(member.fan())).toMatchObject({ reason: 'hard', until: null })
})

/** The newest row of the ledger, or that of a drop to one follower. */
const notificationOf = (dropId?: number) =>
  radr.context.db
    .selectFrom('drop_notifications')
    .select('id')
    .$if(dropId !== undefined, rows => rows.where('drop_id', '=', dropId ?? 0))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

test.each([
  ['has not come back for days', async () => {}],
  ['is told to have arrived', (path: string) => radr.bring('delivered', path)],
])('A mail that %s starts the count anew', async (_, after) => {
  const member = await radr.star()
  for (const isBounced of [true, true, false, true, true]) {
    const drop = await member.drop()
    await (isBounced ? radr.bring('policy', drop.path()) : after(drop.path()))
    radr.pass(8 * day)
  }
  expect(await radr.suppressionOf(member.fan())).toBeNull()
  const drop = await member.drop()
  await radr.bring('mailbox-full', drop.path())
  expect(await radr.suppressionOf(member.fan())).not.toBeNull()
})
