import { findMemberByName } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import { differsFromLastDrop, findSituation, nextDropTime } from './drop-rules.ts'
import * as contract from './drops.contract.ts'
import { countDrops, findDrop, listDrops } from './drops.queries.ts'
import { makeDrop } from './make-drop.ts'
import { orderTestDrop } from './test-drop.ts'

export function dropRoutes(app: App, context: Context) {
  const { db, clock } = context

  handle(app, contract.hasChanges, async ({ asker }) => ({
    hasChanges: differsFromLastDrop(await findSituation(db, asker.id)),
  }))

  handle(app, contract.checkWeeklyLimit, async ({ asker }) => {
    const next = nextDropTime(await findSituation(db, asker.id), clock.now())
    return { nextDropTime: next?.toISOString() ?? null }
  })

  handle(app, contract.createDrop, ({ asker, body }) =>
    makeDrop(context, asker.id, body.note || null),
  )

  handle(app, contract.createTestDrop, async ({ asker, body }) => {
    await orderTestDrop(context, asker.id, body.note || null)
    return { message: 'Check your email inbox for the test drop.' }
  })

  handle(app, contract.listOwnDrops, ({ asker }) => listDrops(db, asker.id))

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
