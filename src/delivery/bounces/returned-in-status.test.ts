import { expect, test } from 'vitest'
import { openBounceFixture } from '../../../tests/bounces/bounce-fixture.ts'
import { describeMail } from '../../mail/pausing/mail-controls.ts'

const app = await openBounceFixture()

test('The status says how many mails were refused in the last hour, came back after they were taken, and were reported as spam', async () => {
  const { db, config } = app.context
  const said = /Refused in the last hour: .* Returned later: .*\./
  const status = async () => said.exec(await describeMail(db, config))?.[0]
  const member = await app.createMember(4)
  const refused = member.follower(4)
  app.mailbox.behave({
    recipient: to => (to === refused ? { code: 550, text: '5.1.1 User unknown' } : 'accept'),
  })
  const drop = await member.drop()
  expect(await status()).toContain(
    'Refused in the last hour: 1 of 4 drop mails. Returned later: 0, reported as spam: 0.',
  )
  expect(await app.report('unknown-user', drop.returnPath(1))).toBe(250)
  expect(await app.report('mailbox-full', drop.returnPath(2))).toBe(250)
  expect(await app.report('spam-complaint', drop.returnPath(3))).toBe(250)
  expect(await status()).toContain('Returned later: 2, reported as spam: 1.')
})
