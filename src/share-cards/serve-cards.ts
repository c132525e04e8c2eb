import type { Context as Request } from 'hono'
import { LRUCache } from 'lru-cache'
import type { Config } from '../platform/config/config.ts'
import type { Context } from '../platform/context.ts'
import type { Database } from '../platform/database.ts'
import { rateLimited } from '../platform/errors.ts'
import type { App, AppEnv } from '../platform/http/http.ts'
import { createTurns } from '../platform/limits/turns.ts'
import { costs } from '../platform/limits/work-budget.ts'
import { findCovers } from '../spotify/covers/find-covers.ts'
import { type CardFormat, formatOf } from './card-format.shared.ts'
import { drawCard } from './draw-card.ts'
import { cardFile, type ShareCard } from './share-card.ts'

type Drawing = { jpeg: Buffer; isFinal: boolean }

/** 60 to 250 kB each, by file name. Simultaneous requests for one card share its drawing. */
const drawn = new LRUCache<string, Promise<Drawing>>({ max: 300 })

type Site = Pick<Config, 'brand' | 'publicUrl'>

export type CardLayout<Content> = {
  /** The card as it is named by its file. It is composed for each request, also for one that is only redirected. */
  compose: (content: Content, site: Site) => ShareCard
  /** Adds what takes long to read and follows from the rest; called only when the card is drawn. */
  addDrawing?: (db: Database, content: Content, card: ShareCard) => Promise<ShareCard>
  path: (content: Content, file: string) => string
  /** Work of `addDrawing`, besides that of a drawing (`costs`). */
  drawingCost?: number
}

export type CardKind<Content> = CardLayout<Content> & {
  route: string
  /** The content that a URL names; throws `not_found`. */
  find: (db: Database, params: Record<string, string>) => Promise<Content>
}

/** The path of the picture that links to a page are shown with. */
export const cardPath = <Content>(kind: CardLayout<Content>, content: Content, site: Site) =>
  kind.path(content, cardFile(kind.compose(content, site)))

/** Caches may keep them. Registered before sessions: a cached response must not set a cookie. */
export function serveCards<Content>(app: App, context: Context, kind: CardKind<Content>) {
  app.get(kind.route, async c => {
    const content = await kind.find(context.db, c.req.param() as Record<string, string>)
    return sendCard(c, context, { kind, content, access: 'public' })
  })
}

type Sent<Content> = {
  kind: CardLayout<Content>
  content: Content
  /** A private card depends on the session: only the browser may keep it. */
  access: 'public' | 'private'
}

/** Responds with the card, or redirects from an earlier URL of it. */
export async function sendCard<Content>(
  c: Request<AppEnv>,
  { config, db }: Context,
  { kind, content, access }: Sent<Content>,
): Promise<Response> {
  const file = c.req.param('file') ?? ''
  const card = kind.compose(content, config)
  const format = formatOfCard(card, file)
  const current = cardFile(card, format)
  if (file !== current) {
    c.header('Cache-Control', 'no-cache')
    return c.redirect(kind.path(content, current), 302)
  }
  let drawing = drawn.get(current)
  if (!drawing) {
    spend(c, costs.drawing + (kind.drawingCost ?? 0))
    const finish = async () => (await kind.addDrawing?.(db, content, card)) ?? card
    drawing = draw(current, { card, finish }, format, db)
  }
  const { jpeg, isFinal } = await drawing
  if (!isFinal) drawn.delete(current)
  return c.body(new Uint8Array(jpeg), 200, {
    'Content-Type': 'image/jpeg',
    // Node sets it by the body, which the response to HEAD does not have.
    'Content-Length': String(jpeg.length),
    'Cache-Control': isFinal ? `${access}, max-age=31536000, immutable` : 'no-cache',
    'X-Content-Type-Options': 'nosniff',
  })
}

function formatOfCard({ chart, avatar }: ShareCard, file: string): CardFormat {
  if (chart) return 'story'
  return avatar ? formatOf(file) : 'wide'
}

function spend(c: Request<AppEnv>, cost: number) {
  const wait = c.get('budget').spend(c.get('client'), cost)
  if (wait > 0) throw rateLimited(wait)
}

const drawings = createTurns({
  atATime: 1,
  maxWaiting: { all: 40, owner: 4 },
  retrySeconds: 5,
})

function draw(
  file: string,
  { card, finish }: { card: ShareCard; finish: () => Promise<ShareCard> },
  format: CardFormat,
  db: Database,
): Promise<Drawing> {
  const owner = card.avatar?.name ?? card.tracks[0]?.id ?? ''
  const drawing = drawings.run(owner, async () => {
    const [finished, avatar, { covers, areComplete }] = await Promise.all([
      finish(),
      findPicture(db, card.avatar?.hash ?? null),
      findCovers(
        db,
        card.tracks.map(({ id }) => id),
      ),
    ])
    return { jpeg: await drawCard(finished, format, { avatar, covers }), isFinal: areComplete }
  })
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
