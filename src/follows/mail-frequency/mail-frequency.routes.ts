import type { Viewer } from '../../contract/viewer.ts'
import { isSuppressed } from '../../mail/mailboxes/suppression.ts'
import type { Context } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database.ts'
import { type App, handle } from '../../platform/http/http.ts'
import { lockAccountSubscriber } from '../subscribers/subscribers.queries.ts'
import { chooseFrequency, findFrequency } from './choose-frequency.ts'
import * as schemas from './mail-frequency.schemas.ts'

export function mailFrequencyRoutes(app: App, { db, clock }: Context) {
  const find = async (db: Queryable, { id, email, email_confirmed_at }: Viewer) => ({
    ...(await findFrequency(db, id)),
    isSuppressed: email_confirmed_at !== null && (await isSuppressed(db, email, clock.now())),
  })

  handle(app, schemas.getMailFrequency, ({ viewer }) => find(db, viewer))

  handle(app, schemas.chooseMailFrequency, ({ body, viewer }) =>
    db.transaction().execute(async trx => {
      const { id } = await lockAccountSubscriber(trx, viewer.id)
      await chooseFrequency(trx, id, body, clock.now())
      return find(trx, viewer)
    }),
  )
}
