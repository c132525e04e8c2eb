import { Feed } from 'feed'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { paths } from '../contract/paths.shared.ts'
import type { Config } from '../platform/config/config.ts'
import { listName } from '../tracks/tracks.shared.ts'
import { FeedEntry } from './screens/feed-entry.tsx'
import type { FeedContent } from './syndication.queries.ts'

type Site = Pick<Config, 'brand' | 'publicUrl'>

/** A member's drops as Atom 1.0, without the control characters of notes, which XML must not contain. */
export function writeAtomFeed(content: FeedContent, site: Site): string {
  const { username, avatar, drops } = content
  const { brand, publicUrl } = site
  const author = { name: username, link: publicUrl + paths.profile(username) }
  const feed = new Feed({
    id: tagUri(content, site, ''),
    title: listName(username),
    description: `Seven tracks, in order: every drop of @${username}.`,
    link: author.link,
    language: 'en',
    updated: drops[0]?.createdAt ?? content.joinedAt,
    generator: brand,
    author,
    ...(avatar && { image: publicUrl + avatar }),
    feedLinks: { atom: publicUrl + paths.atomFeed(username) },
  })
  for (const drop of drops) feed.addItem(entryOf(drop, content, site))
  return feed.atom1().replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
}

function entryOf(drop: FeedContent['drops'][number], content: FeedContent, site: Site) {
  return {
    id: tagUri(content, site, `/drop/${drop.number}`),
    title: `Drop #${drop.number}`,
    link: site.publicUrl + paths.drop(content.username, drop.number),
    date: drop.createdAt,
    published: drop.createdAt,
    content: renderToStaticMarkup(createElement(FeedEntry, drop)),
  }
}

/** An id that survives a rename (RFC 4151): it contains the member's number instead of the name. */
function tagUri({ memberId, joinedAt }: FeedContent, { publicUrl }: Site, rest: string): string {
  const since = joinedAt.toISOString().slice(0, 10)
  return `tag:${new URL(publicUrl).hostname},${since}:member/${memberId}${rest}`
}
