import { expect, test } from 'vitest'
import { openBounceFixture } from '../../../tests/bounces/bounce-fixture.ts'
import { submitMail } from '../../../tests/bounces/report-sender.ts'
import { confirmedMember } from '../../../tests/confirmed-member.ts'
import { waitingTransactions } from '../../../tests/database/waiting-transactions.ts'
import { mailedToken } from '../../../tests/mailed-token.ts'
import { hour } from '../../../tests/test-app.ts'
import { onPostgres } from '../../../tests/test-database.ts'
import { setEmailConfirmed } from '../../members/email/set-email-confirmed.ts'
import { findMemberByName } from '../../members/members.queries.ts'
import { accountParts } from '../../operations/account-parts.ts'
import { replaceEmail } from '../../operations/operator/replace-email.ts'

const app = await openBounceFixture()
const { db, clock } = app.context

test.runIf(onPostgres)(
  'A complaint about a mail to the former email ends the follow that stays when the new one is being confirmed',
  async () => {
    const star = await app.createMember(0)
    const fan = await confirmedMember(app)
    const path = `/api/users/${star.username}/followers`
    await fan.call('POST', path, {})
    await star.drop()
    const returnPath = app.mailbox.mails.find(({ to }) => to[0] === fan.email)?.from ?? ''
    const report = await app.sampleReport('spam-complaint', returnPath)
    const { id } = await findMemberByName(db, fan.username)
    const email = `moved-${fan.email}`
    await replaceEmail(app.context, id, email)
    app.pass(hour)
    // A later follow by the new email, which replaces that of the account.
    expect((await app.visitor().call('POST', path, { email })).status).toBe(202)
    const token = await mailedToken(app, email, '/follow/confirm')
    expect((await app.visitor().call('POST', '/api/follows/confirm', { token })).status).toBe(200)

    const [reporting] = await db.transaction().execute(async trx => {
      await setEmailConfirmed({ accountParts }, trx, id, clock.now())
      const reporting = submitMail(app.port, 'complaints@radr.test', report)
      await expect.poll(() => waitingTransactions(db)).toBe(1)
      // A list keeps it from being awaited before this transaction has ended.
      return [reporting]
    })
    expect(await reporting).toBe(250)
    expect(await app.followerOf(star, email)).toMatchObject({ unsubscribed: true })
  },
)
