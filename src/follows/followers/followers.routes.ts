import { recordEvent } from '../../members/activity/record-event.ts'
import type { Context } from '../../platform/context.ts'
import { type App, handle } from '../../platform/http.ts'
import { findBlocked, unblockFollower } from './blocked-followers.queries.ts'
import * as schemas from './followers.schemas.ts'
import { followersCsv } from './followers-csv.ts'
import { blockFollower, removeFollower } from './remove-follower.ts'

/** What a member can do about their followers. */
export function followerRoutes(app: App, context: Context) {
  const { db, clock } = context

  handle(app, schemas.exportFollowers, async ({ viewer, c }) => {
    const now = clock.now()
    await recordEvent(db, viewer.id, 'followers_exported', now)
    const file = `followers-${viewer.username}-${now.toISOString().slice(0, 10)}.csv`
    c.header('Content-Disposition', `attachment; filename="${file}"`)
    return followersCsv(db, viewer.id, now)
  })

  handle(app, schemas.removeFollower, async ({ params, viewer }) => {
    await removeFollower(context, viewer.id, params.id)
    return null
  })

  handle(app, schemas.blockFollower, async ({ params, viewer }) => {
    await blockFollower(context, viewer.id, params.id)
    return null
  })

  handle(app, schemas.listBlocked, ({ viewer, query }) => findBlocked(db, viewer.id, query))

  handle(app, schemas.unblockFollower, async ({ params, viewer }) => {
    await unblockFollower(context, viewer.id, params.id)
    return null
  })
}
