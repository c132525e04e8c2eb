import { expect, test } from 'vitest'
import { openBounceFixture } from '../../../tests/bounces/bounce-fixture.ts'
import { describeMail } from '../../mail/pausing/mail-controls.ts'

const app = await openBounceFixture()

test('The status says how many mails came back in the last hour after they were taken, and how many were reported as spam', async () => {
  const { db, config } = app.context
  const said = /Refused in the last hour: .* Returned later: .*\./
  const status = async () => said.exec(await describeMail(db, config))?.[0]
  const drop = await (await app.createMember(4)).drop()
  expect(await status()).toContain(
    'Refused in the last hour: 0 of 4 drop mails. Returned later: 0, reported as spam: 0.',
  )
  expect(await app.report('unknown-user', drop.returnPath(1))).toBe(250)
  expect(await app.report('mailbox-full', drop.returnPath(2))).toBe(250)
  expect(await app.report('spam-complaint', drop.returnPath(3))).toBe(250)
  expect(await status()).toContain('Returned later: 2, reported as spam: 1.')
})
