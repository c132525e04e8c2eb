import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http/http.ts'
import * as schemas from './archive.schemas.ts'
import { importArchive } from './import-archive.ts'
import { writeArchive } from './write-archive.ts'

export function archiveRoutes(app: App, context: Context) {
  const { config, clock } = context

  handle(app, schemas.downloadArchive, ({ viewer, c }) => {
    const day = clock.now().toISOString().slice(0, 10)
    const file = `${config.brand.toLowerCase().replace(/\W+/g, '')}-${viewer.username}-${day}.zip`
    c.header('Content-Disposition', `attachment; filename="${file}"`)
    return writeArchive(context, viewer.id)
  })

  handle(app, schemas.importArchive, ({ viewer, body, query }) =>
    importArchive(context, viewer, body, query.list),
  )
}
