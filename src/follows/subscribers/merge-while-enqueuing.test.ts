import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { waitingTransactions } from '../../../tests/database/waiting-transactions.ts'
import { addFollowers, memberWithFollowers } from '../../../tests/drop-audience.ts'
import { mailedToken } from '../../../tests/mailed-token.ts'
import { follow, followByEmail, followersOf } from '../../../tests/member-actions.ts'
import { day, openTestApp } from '../../../tests/test-app.ts'
import { onPostgres } from '../../../tests/test-database.ts'
import { enqueueRecipients } from '../../delivery/enqueue-recipients.ts'
import { addDrops } from '../../drops/add-drops.ts'
import { batchSize } from '../../platform/database/batches.ts'

const app = await openTestApp()

test.runIf(onPostgres)(
  'A follow that becomes the only one of its follower while a drop is enqueued gets the drop',
  async () => {
    const { db, clock } = app.context
    const [star, fan] = [await memberWithFollowers(app, 0), await app.member()]
    const confirmation = await mailedToken(app, fan.email, '/email/confirm')
    await follow(fan, star)
    await fan.call('DELETE', `/api/users/${star.username}/followers`)
    // They fill the range of the account's follow, so that the one by email is in the next.
    await addFollowers(app, star.username, batchSize)
    await followByEmail(app, star, fan.email)
    app.pass(day)
    await addDrops(db, star.id, [{ number: 1, created_at: clock.now(), list: [] }])
    const { id: dropId } = await db
      .updateTable('drops')
      .set({ enqueued_at: null })
      .where('user_id', '=', star.id)
      .returning('id')
      .executeTakeFirstOrThrow()
    app.pass(day)
    await follow(fan, star)

    const released = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const firstRange = db.transaction().execute(async trx => {
      await sql`select from radr_follows where id = (
        select min(id) + 500 from radr_follows where radr_user_id = ${star.id}) for update`.execute(
        trx,
      )
      locked.resolve()
      await released.promise
    })
    await locked.promise
    const enqueued = enqueueRecipients(
      { ...app.context, notifySender() {} },
      dropId,
      new AbortController().signal,
    )
    await expect.poll(() => waitingTransactions(db)).toBe(1)
    const proven = await app.visitor().call('POST', '/api/email/confirm', { token: confirmation })
    expect(proven.status).toBe(200)
    released.resolve()
    await Promise.all([firstRange, enqueued])

    const follower = (await followersOf(star)).find(({ username }) => username === fan.username)
    const deliveries = db.selectFrom('drop_notifications').where('drop_id', '=', dropId)
    expect(await deliveries.select('follow_id').execute()).toHaveLength(batchSize + 1)
    expect(
      await deliveries
        .select('status')
        .where('follow_id', '=', follower?.id ?? 0)
        .execute(),
    ).toEqual([{ status: 'pending' }])
  },
)
