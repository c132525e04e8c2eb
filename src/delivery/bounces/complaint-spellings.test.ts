import { beforeEach, expect, test } from 'vitest'
import { openBounceFixture } from '../../../tests/bounces/bounce-fixture.ts'
import { submitMail } from '../../../tests/bounces/report-sender.ts'
import { returnPathOf } from '../../../tests/drop-audience.ts'
import { mailedToken } from '../../../tests/mailed-token.ts'
import { confirmEmail, follow, followByEmail } from '../../../tests/member-actions.ts'
import { day } from '../../../tests/test-app.ts'
import { perform } from '../../operations/operator/operations.ts'

const app = await openBounceFixture()
beforeEach(() => app.mailbox.clear())

/** A member whose email also follows by another spelling, which complained about a drop mail. */
async function complainByOtherSpelling() {
  const [star, other] = [await app.createMember(0), await app.createMember(0)]
  const fan = await app.member()
  await confirmEmail(app, fan)
  const visitor = fan.email.replace('@', '+radr@')
  await followByEmail(app, other, visitor)
  await other.drop()
  const report = await app.sampleReport('spam-complaint', returnPathOf(app, visitor))
  expect(await submitMail(app.port, 'complaints@radr.test', report)).toBe(250)
  const isSuppressed = async () =>
    (await fan.call<{ isSuppressed: boolean }>('GET', '/api/user/mail-frequency')).body.isSuppressed
  return { star, other, fan, visitor, isSuppressed }
}

test('A complaint keeps drop mail from every spelling of the email, until a link that was mailed to any of them is used', async () => {
  const { star, fan, visitor, isSuppressed } = await complainByOtherSpelling()
  await follow(fan, star)
  const first = await star.drop()
  expect(app.mailbox.mails).toEqual([])
  expect(await first.delivery()).toMatchObject({
    states: { skipped: 1 },
    undelivered: [{ reason: 'They marked an earlier mail as spam, so they get no more.' }],
    retryable: 0,
  })
  expect(await isSuppressed()).toBe(true)

  const { email } = fan
  await app.visitor().call('POST', '/api/forgot-password', { email })
  const token = await mailedToken(app, email, '/reset-password')
  const password = 'another horse'
  await app.visitor().call('POST', '/api/reset-password', { token, newPassword: password })
  expect((await fan.call('POST', '/api/login', { email, password })).status).toBe(200)
  expect(await isSuppressed()).toBe(false)
  expect((await first.delivery()).retryable).toBe(1)
  app.pass(8 * day)
  await star.drop()
  expect(returnPathOf(app, email)).not.toBe('')

  app.mailbox.clear()
  await followByEmail(app, star, visitor)
})

test('The operator finds and lifts a complaint by any spelling of the email', async () => {
  const { fan, visitor, isSuppressed } = await complainByOtherSpelling()
  const operator = { ...app.context, openQueue: async () => app.context.queue }
  const shown = await perform(operator, { name: 'address', command: 'show', address: fan.email })
  expect(shown).toMatch(/^Suppressed \(complaint\) since /m)
  expect(await perform(operator, { name: 'unsuppress', address: fan.email })).toBe(
    `Mail to ${fan.email} is sent again.`,
  )
  expect(await app.suppressionOf(visitor)).toBeNull()
  expect(await isSuppressed()).toBe(false)
})

test('To delete what is stored about one spelling lifts no complaint by another', async () => {
  const { fan, visitor, isSuppressed } = await complainByOtherSpelling()
  const third = fan.email.replace('@', '+third@')
  const operator = { ...app.context, openQueue: async () => app.context.queue }
  await perform(operator, { name: 'address', command: 'delete', address: third })
  expect(await isSuppressed()).toBe(true)
  await perform(operator, { name: 'address', command: 'delete', address: visitor })
  expect(await isSuppressed()).toBe(false)
})
