import { addFollowed } from '../follows/follows.queries.ts'
import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http/http.ts'
import { readTrackChart, readUserChart } from './charts.queries.ts'
import * as schemas from './charts.schemas.ts'

export function chartRoutes(app: App, { db }: Context) {
  handle(app, schemas.topUsers, async ({ viewer }) =>
    addFollowed(db, viewer, await readUserChart(db)),
  )
  handle(app, schemas.topTracks, () => readTrackChart(db, 'top-tracks'))
  handle(app, schemas.mostDropped, () => readTrackChart(db, 'most-dropped'))
}
