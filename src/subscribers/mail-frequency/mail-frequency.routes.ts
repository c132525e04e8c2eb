import type { Context } from '../../platform/context.ts'
import { type App, handle } from '../../platform/http.ts'
import { lockAccountSubscriber } from '../subscribers.queries.ts'
import { chooseFrequency, findFrequency } from './choose-frequency.ts'
import * as schemas from './mail-frequency.schemas.ts'

export function mailFrequencyRoutes(app: App, { db, clock }: Context) {
  handle(app, schemas.getMailFrequency, ({ viewer }) => findFrequency(db, viewer.id))

  handle(app, schemas.chooseMailFrequency, ({ body, viewer }) =>
    db.transaction().execute(async trx => {
      const { id } = await lockAccountSubscriber(trx, viewer.id)
      await chooseFrequency(trx, id, body, clock.now())
      return findFrequency(trx, viewer.id)
    }),
  )
}
