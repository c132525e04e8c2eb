import { expect, test } from 'vitest'
import { openBounceFixture } from '../../../tests/bounces/bounce-fixture.ts'
import { submitMail } from '../../../tests/bounces/report-sender.ts'
import { actWhileLocked } from '../../../tests/database/waiting-transactions.ts'
import { returnPathOf } from '../../../tests/drop-audience.ts'
import { confirmedMember, follow, followByEmail } from '../../../tests/member-actions.ts'
import { hour } from '../../../tests/test-app.ts'
import { onPostgres } from '../../../tests/test-database.ts'
import { setEmailConfirmed } from '../../members/email/set-email-confirmed.ts'
import { accountParts } from '../../operations/account-parts.ts'
import { replaceEmail } from '../../operations/operator/replace-email.ts'

const app = await openBounceFixture()
const { db, clock } = app.context

test.runIf(onPostgres)(
  'A complaint about a mail to the former email ends the follow that stays when the new one is being confirmed',
  async () => {
    const star = await app.createMember(0)
    const fan = await confirmedMember(app)
    await follow(fan, star)
    await star.drop()
    const report = await app.sampleReport('spam-complaint', returnPathOf(app, fan.email))
    const email = `moved-${fan.email}`
    await replaceEmail(app.context, fan.id, email)
    app.pass(hour)
    // A later follow by the new email, which replaces that of the account.
    await followByEmail(app, star, email)
    const reply = await actWhileLocked(db, {
      lock: trx => setEmailConfirmed({ accountParts }, trx, fan.id, clock.now()),
      act: () => submitMail(app.port, 'complaints@radr.test', report),
    })
    expect(reply).toBe(250)
    expect(await app.followerOf(star, email)).toMatchObject({ unsubscribed: true })
  },
)
