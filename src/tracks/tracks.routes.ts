import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http/http.ts'
import type { TrackSources } from '../spotify/details/track-sources.ts'
import { addTrack } from './add-track.ts'
import { deleteTrack } from './delete-track.ts'
import { previewTrack } from './preview-track.ts'
import { rankTracks } from './rank-tracks.ts'
import { createTrackSearch } from './search-tracks.ts'
import { listTracks } from './tracks.queries.ts'
import * as schemas from './tracks.schemas.ts'
import { forgetVia } from './via.queries.ts'

export function trackRoutes(app: App, context: Context & { trackSources: TrackSources }) {
  handle(app, schemas.listTracks, ({ viewer }) => listTracks(context.db, viewer.id))

  handle(app, schemas.previewTrack, ({ query, viewer, c }) => {
    const client = viewer ? (`account:${viewer.id}` as const) : (`ip:${c.get('client')}` as const)
    return previewTrack(context, client, query.link)
  })

  const searchTracks = createTrackSearch(context)
  handle(app, schemas.searchTracks, ({ query }) => searchTracks(query.q))

  handle(app, schemas.addTrack, ({ body, viewer }) => addTrack(context, viewer.id, body))

  handle(app, schemas.deleteTrack, ({ params, viewer }) =>
    deleteTrack(context, viewer.id, params.id),
  )

  handle(app, schemas.forgetVia, ({ params, viewer }) => forgetVia(context, viewer.id, params.id))

  handle(app, schemas.rankTracks, ({ body, viewer }) => rankTracks(context, viewer.id, body.tracks))
}
