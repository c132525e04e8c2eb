import type { Context as HonoContext } from 'hono'
import { etag } from 'hono/etag'
import { dropNumberPattern, paths } from '../contract/paths.shared.ts'
import { findDrop } from '../drops/drops.queries.ts'
import { findMemberByName } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { compressedText } from '../platform/http/content-encoding.ts'
import { type App, handle, shareRoute } from '../platform/http/http.ts'
import { findProfile } from '../profiles/profiles.queries.ts'
import { embedFrame, embedQuery } from './embed-frame.ts'
import { readOembed } from './oembed.ts'
import { findFeedContent } from './syndication.queries.ts'
import * as schemas from './syndication.schemas.ts'
import { writeAtomFeed } from './write-feed.ts'

export function syndicationRoutes(app: App, { config, db }: Context) {
  const { brand, publicUrl } = config

  handle(app, schemas.getOembed, ({ query, c }) => {
    allowOtherSites(c)
    return readOembed(db, config, query)
  })

  const feed = paths.atomFeed(':username')
  shareRoute(app, { path: feed })
  app.get(feed, etag(), async c => {
    const content = await findFeedContent(db, c.req.param('username') ?? '')
    allowOtherSites(c)
    c.header('Cache-Control', 'no-cache')
    c.set('ownName', content.username)
    const type = 'application/atom+xml; charset=utf-8'
    return compressedText(c, writeAtomFeed(content, config), type)
  })

  for (const path of [paths.embed(':username'), paths.dropEmbed(':username', ':dropNumber')])
    shareRoute(app, { path, query: embedQuery })

  app.get(paths.embed(':username'), async c => {
    const member = await findMemberByName(db, c.req.param('username') ?? '')
    const { username, tracks } = await findProfile(db, member)
    const url = publicUrl + paths.profile(username)
    c.set('ownName', username)
    return embedFrame(c, { brand, title: `@${username}`, url, tracks })
  })

  app.get(paths.dropEmbed(':username', ':dropNumber'), async c => {
    const number = c.req.param('dropNumber') ?? ''
    if (!dropNumberPattern.test(number)) throw notFound('This drop')
    const { username, drop, tracks } = await findDrop(
      db,
      c.req.param('username') ?? '',
      Number(number),
    )
    const url = publicUrl + paths.drop(username, drop.dropNumber)
    const title = `Drop #${drop.dropNumber} by @${username}`
    c.set('ownName', username)
    return embedFrame(c, { brand, title, url, tracks })
  })
}

/** Scripts of other sites may read the response; it is the same for everybody. */
const allowOtherSites = (c: HonoContext) => c.header('Access-Control-Allow-Origin', '*')
