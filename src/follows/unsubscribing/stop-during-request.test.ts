import { beforeEach, expect, test } from 'vitest'
import { actWhileLocked } from '../../../tests/database/waiting-transactions.ts'
import { drainQueue } from '../../../tests/drain-queue.ts'
import { openFollowFixture } from '../../../tests/follow-fixture.ts'
import { hour, minute } from '../../../tests/test-app.ts'
import { onPostgres } from '../../../tests/test-database.ts'
import { lockLimits } from '../../mail/mailboxes/mail-limits.ts'
import { controlMail } from '../../mail/pausing/mail-controls.ts'
import { requestEmailConfirmation } from '../../members/email/request-confirmation.ts'
import { findMember } from '../../members/members.queries.ts'

const app = await openFollowFixture()
const { db, clock } = app.context
beforeEach(() => app.mailbox.clear())

test.runIf(onPostgres)(
  'A stop of all mail also holds a mail that was requested while the stop waited',
  async () => {
    const [star, fan] = [await app.member(), await app.member()]
    await app.follow(fan, star.username)
    await drainQueue(app, 'confirm-email')
    app.mailbox.clear()
    app.pass(2 * hour)
    const member = await findMember(db, fan.id)
    const stopToken = await app.newestStopToken()
    await controlMail(db, 'pause', clock.now())
    const stopped = await actWhileLocked(db, {
      lock: trx => lockLimits(trx, [fan.email], clock.now()),
      act: () => app.unsubscribe(stopToken, true),
      async last(trx) {
        app.pass(minute)
        const request = await requestEmailConfirmation(app.context, trx, member)
        expect(request).toEqual({ isAllowed: true })
      },
    })
    expect(stopped.status).toBe(200)
    await controlMail(db, 'resume', clock.now())
    await drainQueue(app, 'confirm-email')
    expect(app.mailbox.mails).toEqual([])
  },
)
