import type { Context as HonoContext } from 'hono'
import { LRUCache } from 'lru-cache'
import type { Database } from '../platform/database.ts'
import { findCovers } from '../tracks/covers/find-covers.ts'
import { drawCard } from './draw-card.ts'
import { cardFile, type ShareCard } from './share-card.ts'

/** `isFinal` is false while a cover is still to be fetched. */
type Drawing = { png: Buffer; isFinal: boolean }

/** 20 to 200 kB each, by file name. Simultaneous requests for one card share its drawing. */
const drawn = new LRUCache<string, Promise<Drawing>>({ max: 300 })

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
  const { png, isFinal } = await (drawn.get(current) ?? draw(current, card, db))
  if (!isFinal) drawn.delete(current)
  return c.body(new Uint8Array(png), 200, {
    'Content-Type': 'image/png',
    'Cache-Control': isFinal ? 'public, max-age=31536000, immutable' : 'no-cache',
    'X-Content-Type-Options': 'nosniff',
  })
}

/** One after the other: many at a time would take all threads, which hash passwords and compress pages too. */
let lastDrawing: Promise<unknown> = Promise.resolve()

function draw(file: string, card: ShareCard, db: Database): Promise<Drawing> {
  const drawing = lastDrawing.then(async () => {
    const [avatar, { covers, areComplete }] = await Promise.all([
      findPicture(db, card.avatar?.hash ?? null),
      findCovers(
        db,
        card.tracks.map(({ id }) => id),
      ),
    ])
    return { png: await drawCard(card, { avatar, covers }), isFinal: areComplete }
  })
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
