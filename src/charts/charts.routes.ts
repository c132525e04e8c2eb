import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import { mostDropped, topTracks, topUsers } from './charts.contract.ts'
import { readTrackChart, readUserChart } from './charts.queries.ts'

export function chartRoutes(app: App, { db }: Context) {
  handle(app, topUsers, () => readUserChart(db))
  handle(app, topTracks, () => readTrackChart(db, 'top-tracks'))
  handle(app, mostDropped, () => readTrackChart(db, 'most-dropped'))
}
