import * as fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { memberWithFollowers, statesOf } from '../../tests/drop-audience.ts'
import { openTestApp, runJob } from '../../tests/test-app.ts'
import { recordReport } from './bounces/record-report.ts'
import { deliverIncomplete } from './deliver-drop.job.ts'
import { selectUndelivered } from './delivery.queries.ts'

const app = await openTestApp()
const { db } = app.context
afterEach(() => app.mailbox.behave())

const followers = 5
const step = fc.oneof(
  fc.constantFrom('record' as const, 'retry' as const, 'stop' as const),
  fc.record({ report: fc.constantFrom('hard', 'soft', 'delivered'), about: fc.nat(followers - 1) }),
)

test('After any history of reports, retries and stops the counts are those of the deliveries, stored or not', async () => {
  const history = fc.asyncProperty(
    fc.array(fc.nat(2), { minLength: followers, maxLength: followers }),
    fc.array(step, { minLength: 3, maxLength: 8 }),
    follow,
  )
  await fc.assert(history, { seed: 20261124, numRuns: 8 })
})

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function follow(replies: number[], steps: Step[]) {
  const member = await memberWithFollowers(app, followers)
  app.mailbox.behave({
    recipient: to => {
      const reply = replies[Number(/-fan(\d+)@/.exec(to)?.[1]) - 1]
      if (reply === 1) return { code: 550, text: '5.7.1 No' }
      return reply === 2 ? { code: 451, text: '4.3.0 Later' } : 'accept'
    },
  })
  expect((await member.call('POST', '/api/drops', {})).status).toBe(201)
  const rows = () =>
    db
      .selectFrom('drop_notifications')
      .innerJoin('drops', 'drops.id', 'drop_id')
      .select(['drop_notifications.id', 'status'])
      .where('user_id', '=', member.id)
      .orderBy('drop_notifications.id')
      .execute()
  await expect.poll(async () => (await rows()).length).toBe(followers)
  for (const each of ['record' as const, ...steps, 'record' as const]) {
    if (each === 'record')
      await runJob(deliverIncomplete, { ...app.context, notifySender() {} }, {})
    else if (typeof each === 'string') await member.call('POST', `/api/drops/1/delivery/${each}`)
    else {
      const { id = 0 } = (await rows())[each.about] ?? {}
      const event = { kind: each.report, reportId: `${Math.random()}`, detail: '5.0.0 No' }
      await recordReport(app.context, { deliveryId: id }, [event])
    }
    await expect
      .poll(async () => {
        const counted = { ...(await statesOf(member)), audience: 0 }
        for (const { status } of await rows()) counted[status]--
        return Object.values(counted)
      })
      .toSatisfy((differences: number[]) => differences.every(difference => difference === 0))
  }
}

test('A plan that is made once for all drops can count recipients who did not get a drop from their own index', () => {
  const query = selectUndelivered(db, 1).select(({ fn }) => fn.countAll().as('total'))
  const { sql: text, parameters } = query.compile()
  // PostgreSQL matches an index on some states only with states that stand in the statement.
  expect(parameters).toEqual([1])
  expect(text).toContain("('failed', 'skipped', 'unknown')")
})
