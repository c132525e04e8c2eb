import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http/http.ts'
import { countSongsForDrop } from '../returned-songs/received-songs.queries.ts'
import { findDelivery, findOwnDrop, listUndelivered } from './delivery.queries.ts'
import * as schemas from './delivery.schemas.ts'
import { retryFailed, stopDrop } from './delivery-controls.ts'

export function deliveryRoutes(app: App, context: Context) {
  const { db, clock } = context

  handle(app, schemas.getDelivery, async ({ viewer, params, query }) => {
    const drop = await findOwnDrop(db, viewer.id, params.dropNumber)
    const [delivery, list, songs] = await Promise.all([
      findDelivery(db, drop, clock.now()),
      listUndelivered(db, drop, query),
      countSongsForDrop(db, drop.id),
    ])
    return { ...delivery, ...list, ...songs }
  })

  handle(app, schemas.retryFailed, ({ viewer, params }) =>
    retryFailed(context, viewer.id, params.dropNumber),
  )

  handle(app, schemas.stopDrop, ({ viewer, params }) =>
    stopDrop(context, viewer.id, params.dropNumber),
  )
}
