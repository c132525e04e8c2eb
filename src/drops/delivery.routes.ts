import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import * as contract from './delivery.contract.ts'
import { findDelivery, findOwnDrop, listMissed } from './delivery.queries.ts'
import { retryFailed, stopDrop } from './steer-delivery.ts'

export function deliveryRoutes(app: App, context: Context) {
  const { db, clock } = context

  handle(app, contract.getDelivery, async ({ asker, params, query }) => {
    const drop = await findOwnDrop(db, asker.id, params.dropNumber)
    const delivery = await findDelivery(db, drop, clock.now())
    return { ...delivery, ...(await listMissed(db, drop.id, query)) }
  })

  handle(app, contract.retryFailed, ({ asker, params }) =>
    retryFailed(context, asker.id, params.dropNumber),
  )

  handle(app, contract.stopDrop, ({ asker, params }) =>
    stopDrop(context, asker.id, params.dropNumber),
  )
}
