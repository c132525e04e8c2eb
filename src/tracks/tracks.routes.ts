import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import { addTrack } from './add-track.ts'
import { deleteTrack } from './delete-track.ts'
import { rankTracks } from './rank-tracks.ts'
import * as contract from './tracks.contract.ts'
import { listTracks } from './tracks.queries.ts'

/** The member's own list. */
export function trackRoutes(app: App, context: Context) {
  handle(app, contract.listTracks, ({ viewer }) => listTracks(context.db, viewer.id))

  handle(app, contract.addTrack, ({ body, viewer }) =>
    addTrack(context, viewer.id, body.spotifyUrl),
  )

  handle(app, contract.deleteTrack, async ({ params, viewer }) => {
    await deleteTrack(context, viewer.id, params.id)
    return null
  })

  handle(app, contract.rankTracks, ({ body, viewer }) =>
    rankTracks(context, viewer.id, body.tracks),
  )
}
