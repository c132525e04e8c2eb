import { countNextMails } from '../delivery/count-next-mails.queries.ts'
import { findMemberByName } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http/http.ts'
import { cardPath } from '../share-cards/serve-cards.ts'
import { previewDrop } from './decide-next-drop.ts'
import { differsFromLastDrop, findDropEligibility, findNextDropTime } from './drop-rules.ts'
import { dropCards } from './drop-share-card.ts'
import { countDrops, findDrop, listDrops } from './drops.queries.ts'
import * as schemas from './drops.schemas.ts'
import { makeDrop } from './make-drop.ts'
import { findRankHistory } from './rank-history.queries.ts'
import { requestTestDrop } from './request-test-drop.ts'

export function dropRoutes(app: App, context: Context) {
  const { config, db, clock } = context

  handle(app, schemas.hasChanges, async ({ viewer }) => {
    const eligibility = await findDropEligibility(db, viewer.id)
    return {
      hasChanges: differsFromLastDrop(eligibility),
      savedAt: eligibility.savedAt?.toISOString() ?? null,
      lastDrop: eligibility.lastDrop && {
        number: eligibility.lastDrop.number,
        madeAt: eligibility.lastDrop.madeAt.toISOString(),
      },
    }
  })

  handle(app, schemas.checkWeeklyLimit, async ({ viewer }) => {
    const next = await findNextDropTime(db, viewer.id, clock.now())
    return { nextDropTime: next?.toISOString() ?? null }
  })

  handle(app, schemas.previewDrop, async ({ viewer }) => {
    const [preview, next] = await Promise.all([
      previewDrop(db, viewer.id, clock.now()),
      countNextMails(db, viewer.id, clock.now()),
    ])
    return { number: preview?.number ?? null, movement: preview?.movement ?? null, ...next }
  })

  handle(app, schemas.createDrop, ({ viewer, body }) => makeDrop(context, viewer.id, body.note))

  handle(app, schemas.createTestDrop, async ({ viewer, body }) => {
    await requestTestDrop(context, viewer.id, body.note)
    return { message: 'Check your email inbox for the test drop.' }
  })

  handle(app, schemas.listOwnDrops, ({ viewer, query }) => listDrops(db, viewer.id, query.before))

  handle(app, schemas.listDrops, async ({ params, query }) => {
    const member = await findMemberByName(db, params.username)
    return listDrops(db, member.id, query.before)
  })

  handle(app, schemas.getRankHistory, async ({ params, query }) => {
    const member = await findMemberByName(db, params.username)
    return findRankHistory(db, member.id, query.before)
  })

  handle(app, schemas.countDrops, async ({ params }) => {
    const member = await findMemberByName(db, params.username)
    return { totalDrops: await countDrops(db, member.id) }
  })

  handle(app, schemas.getDrop, async ({ params }) => {
    const drop = await findDrop(db, params.username, params.dropNumber)
    return { ...drop, card: cardPath(dropCards, drop, config) }
  })
}
