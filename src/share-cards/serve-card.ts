import type { Context as HonoContext } from 'hono'
import { LRUCache } from 'lru-cache'
import type { Database } from '../platform/database.ts'
import { drawCard } from './draw-card.ts'
import { cardFile, type ShareCard } from './share-card.ts'

/** 20 to 60 kB each, by file name. Simultaneous requests for one card share its drawing. */
const drawn = new LRUCache<string, Promise<Buffer>>({ max: 300 })

/**
 * Responds with a card that caches may keep for ever. A request for an earlier card redirects to `addressOf`
 * the current one, so that links that were shared earlier have a picture too.
 */
export async function serveCard(
  c: HonoContext,
  db: Database,
  { card, file, addressOf }: { card: ShareCard; file: string; addressOf: (file: string) => string },
): Promise<Response> {
  const current = cardFile(card)
  if (file !== current) {
    c.header('Cache-Control', 'no-cache')
    return c.redirect(addressOf(current), 302)
  }
  const png = await (drawn.get(current) ?? draw(current, card, db))
  return c.body(new Uint8Array(png), 200, {
    'Content-Type': 'image/png',
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
  })
}

/** One after the other: many at a time would take all threads, which hash passwords and compress pages too. */
let lastDrawing: Promise<unknown> = Promise.resolve()

function draw(file: string, card: ShareCard, db: Database): Promise<Buffer> {
  const drawing = lastDrawing.then(async () =>
    drawCard(card, await findPicture(db, card.avatar?.hash ?? null)),
  )
  lastDrawing = Promise.allSettled([drawing])
  drawn.set(file, drawing)
  // The next request tries again.
  drawing.catch(() => drawn.delete(file))
  return drawing
}

async function findPicture(db: Database, hash: string | null): Promise<Buffer | null> {
  if (hash === null) return null
  const row = await db
    .selectFrom('avatars')
    .select('jpeg')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row ? Buffer.from(row.jpeg) : null
}
