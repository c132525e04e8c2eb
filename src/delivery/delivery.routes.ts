import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import * as contract from './delivery.contract.ts'
import { findDelivery, findOwnDrop, listMissed } from './delivery.queries.ts'
import { retryFailed, stopDrop } from './delivery-controls.ts'

export function deliveryRoutes(app: App, context: Context) {
  const { db, clock } = context

  handle(app, contract.getDelivery, async ({ viewer, params, query }) => {
    const drop = await findOwnDrop(db, viewer.id, params.dropNumber)
    const delivery = await findDelivery(db, drop, clock.now())
    return { ...delivery, ...(await listMissed(db, drop.id, query)) }
  })

  handle(app, contract.retryFailed, ({ viewer, params }) =>
    retryFailed(context, viewer.id, params.dropNumber),
  )

  handle(app, contract.stopDrop, ({ viewer, params }) =>
    stopDrop(context, viewer.id, params.dropNumber),
  )
}
