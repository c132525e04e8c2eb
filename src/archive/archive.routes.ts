import { recordEvent } from '../members/activity/record-event.ts'
import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import * as schemas from './archive.schemas.ts'
import { importArchive } from './import-archive.ts'
import { writeArchive } from './write-archive.ts'

export function archiveRoutes(app: App, context: Context) {
  const { config, db, clock } = context

  handle(app, schemas.downloadArchive, async ({ viewer, c }) => {
    const now = clock.now()
    await recordEvent(db, viewer.id, 'data_exported', now)
    const day = now.toISOString().slice(0, 10)
    const file = `${config.brand.toLowerCase().replace(/\W+/g, '')}-${viewer.username}-${day}.zip`
    c.header('Content-Disposition', `attachment; filename="${file}"`)
    return writeArchive(context, viewer.id)
  })

  handle(app, schemas.importArchive, ({ viewer, body, query }) =>
    importArchive(context, viewer, body, query.list),
  )
}
