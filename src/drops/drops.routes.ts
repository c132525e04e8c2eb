import { findMemberByName } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import { differsFromLastDrop, findDropEligibility, nextDropTime } from './drop-rules.ts'
import * as contract from './drops.contract.ts'
import { countDrops, findDrop, listDrops } from './drops.queries.ts'
import { makeDrop } from './make-drop.ts'
import { orderTestDrop } from './test-drop.ts'

export function dropRoutes(app: App, context: Context) {
  const { db, clock } = context

  handle(app, contract.hasChanges, async ({ viewer }) => ({
    hasChanges: differsFromLastDrop(await findDropEligibility(db, viewer.id)),
  }))

  handle(app, contract.checkWeeklyLimit, async ({ viewer }) => {
    const next = nextDropTime(await findDropEligibility(db, viewer.id), clock.now())
    return { nextDropTime: next?.toISOString() ?? null }
  })

  handle(app, contract.createDrop, ({ viewer, body }) =>
    makeDrop(context, viewer.id, body.note || null),
  )

  handle(app, contract.createTestDrop, async ({ viewer, body }) => {
    await orderTestDrop(context, viewer.id, body.note || null)
    return { message: 'Check your email inbox for the test drop.' }
  })

  handle(app, contract.listOwnDrops, ({ viewer }) => listDrops(db, viewer.id))

  handle(app, contract.listDrops, async ({ params }) => {
    const member = await findMemberByName(db, params.username)
    return listDrops(db, member.id)
  })

  handle(app, contract.countDrops, async ({ params }) => {
    const member = await findMemberByName(db, params.username)
    return { totalDrops: await countDrops(db, member.id) }
  })

  handle(app, contract.getDrop, ({ params }) => findDrop(db, params.username, params.dropNumber))
}
