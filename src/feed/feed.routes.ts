import { paths } from '../contract/paths.shared.ts'
import type { Viewer } from '../contract/viewer.ts'
import type { Context } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { type App, handle } from '../platform/http/http.ts'
import { cardPath, sendCard } from '../share-cards/serve-cards.ts'
import { minRecordTracks } from '../tracks/week-record.shared.ts'
import { findAddedTracks } from './added-tracks.queries.ts'
import { findFeed } from './feed.queries.ts'
import * as schemas from './feed.schemas.ts'
import { findWeek } from './week.queries.ts'
import { weekCards } from './week-card.ts'

export function feedRoutes(app: App, context: Context) {
  const { db, clock, config } = context
  const contentFor = async ({ id, username, avatar }: Viewer) => ({
    username,
    avatar,
    week: await findWeek(db, id, clock.now()),
  })
  handle(app, schemas.getFeed, ({ viewer, query }) => findFeed(db, viewer.id, query))
  handle(app, schemas.getWeek, async ({ viewer }) => {
    const content = await contentFor(viewer)
    const { week } = content
    const hasCard = week.tracks.length >= minRecordTracks
    return { ...week, card: hasCard ? cardPath(weekCards, content, config) : null }
  })
  app.get(paths.weekCard(':file'), async c => {
    const viewer = c.get('viewer')
    if (!viewer) throw notFound('This card')
    return sendCard(c, context, {
      kind: weekCards,
      content: await contentFor(viewer),
      access: 'private',
    })
  })
  handle(app, schemas.listAddedTracks, ({ viewer }) => findAddedTracks(db, viewer.id, clock.now()))
}
