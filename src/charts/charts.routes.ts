import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import * as calls from './charts.contract.ts'
import { readTrackChart, readUserChart } from './charts.queries.ts'
import * as schemas from './charts.schemas.ts'

export function chartRoutes(app: App, { db }: Context) {
  handle(app, calls.topUsers, schemas.topUsers, () => readUserChart(db))
  handle(app, calls.topTracks, schemas.topTracks, () => readTrackChart(db, 'top-tracks'))
  handle(app, calls.mostDropped, schemas.mostDropped, () => readTrackChart(db, 'most-dropped'))
}
