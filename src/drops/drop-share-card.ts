import type { Context } from '../platform/context.ts'
import type { ResponseOf } from '../platform/endpoint.contract.ts'
import { notFound } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { dropNumberPattern, paths } from '../platform/paths.ts'
import { serveCard } from '../share-cards/serve-card.ts'
import { cardFile, listCard, type ShareCard } from '../share-cards/share-card.ts'
import { formatDate } from '../ui/format.ts'
import type { getDrop } from './drops.contract.ts'
import { findDrop } from './drops.queries.ts'

type CardContent = Pick<ResponseOf<typeof getDrop>, 'username' | 'avatar' | 'drop' | 'tracks'>

/** The address of the picture that links to a drop are shown with. */
export const dropCardAddress = (content: CardContent, brand: string) =>
  paths.dropCard(content.username, content.drop.dropNumber, cardFile(dropCard(content, brand)))

/** Registered before sessions: a response that may be cached for ever must not set a cookie. */
export function dropCardFiles(app: App, { config, db }: Context) {
  app.get(paths.dropCard(':username', ':dropNumber', ':file'), async c => {
    const { username, dropNumber, file } = c.req.param()
    if (!dropNumberPattern.test(dropNumber)) throw notFound('This card')
    const content = await findDrop(db, username, Number(dropNumber))
    return serveCard(c, db, {
      card: dropCard(content, config.brand),
      file,
      addressOf: current => paths.dropCard(content.username, dropNumber, current),
    })
  })
}

function dropCard({ username, avatar, drop, tracks }: CardContent, brand: string): ShareCard {
  const details = [`by @${username}`, formatDate(drop.createdAt), ...(drop.note ? [drop.note] : [])]
  return listCard({ brand, title: `Drop #${drop.dropNumber}`, details, username, avatar, tracks })
}
