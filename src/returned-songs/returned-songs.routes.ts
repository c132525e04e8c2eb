import type { Viewer } from '../contract/viewer.ts'
import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http/http.ts'
import type { LookUpContext } from '../spotify/details/look-up-track.job.ts'
import { dismissSongs, restoreSongs } from './dismiss-songs.ts'
import { findDropToAnswer } from './find-drop-to-answer.ts'
import type { From } from './find-song-sender.ts'
import { listReturnedSongs } from './received-songs.queries.ts'
import * as schemas from './returned-songs.schemas.ts'
import { sendSong } from './send-song.ts'
import { findSongSetting, setSongSetting } from './song-setting.ts'

export function returnedSongRoutes(app: App, context: Context & LookUpContext) {
  const { db } = context

  handle(app, schemas.getDropToAnswer, ({ query, viewer }) =>
    findDropToAnswer(context, fromOf(query, viewer), query.drop),
  )

  handle(app, schemas.sendSong, async ({ body, viewer, c }) => {
    const client = viewer ? (`account:${viewer.id}` as const) : (`ip:${c.get('client')}` as const)
    return { username: await sendSong(context, client, fromOf(body, viewer), body) }
  })

  handle(app, schemas.listReturnedSongs, ({ viewer }) => listReturnedSongs(db, viewer.id))

  handle(app, schemas.dismissSongs, ({ body, viewer }) => dismissSongs(context, viewer.id, body))

  handle(app, schemas.restoreSongs, ({ body, viewer }) => restoreSongs(db, viewer.id, body.id))

  handle(app, schemas.getSongSetting, ({ viewer }) => findSongSetting(db, viewer.id))

  handle(app, schemas.setSongSetting, ({ body, viewer }) =>
    setSongSetting(db, viewer.id, body.isOn),
  )
}

type Named = { token?: string | undefined; to?: string | undefined }

/** A mailed link counts before the session: it may have gone to another email than the account's. */
const fromOf = ({ token, to = '' }: Named, viewer: Viewer | null): From =>
  token === undefined ? { viewer, to } : { token }
