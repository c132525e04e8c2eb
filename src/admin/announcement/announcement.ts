import { createHash } from 'node:crypto'
import { DatabaseUnavailable } from '../../platform/database/database-unavailable.ts'
import type { Database } from '../../platform/database.ts'
import type { Announcement } from '../../ui/site.tsx'

type Known = { announcement: Announcement | null; readAt: number }

/** What this process last read from each database. */
const known = new WeakMap<Database, Known>()

/** Milliseconds. Pages are rendered often, so they do not all read it. */
const maxAgeMs = 1_000

/** The line on top of every page, up to a second old; older while the database does not answer. */
export async function readAnnouncement(db: Database): Promise<Announcement | null> {
  const last = known.get(db)
  if (last && performance.now() - last.readAt < maxAgeMs) return last.announcement
  try {
    const row = await db.selectFrom('announcement').select('text').executeTakeFirst()
    return remember(db, row?.text ?? '')
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return last?.announcement ?? null
    throw error
  }
}

export async function writeAnnouncement(db: Database, text: string) {
  if (text === '') await db.deleteFrom('announcement').execute()
  else
    await db
      .insertInto('announcement')
      .values({ text })
      .onConflict(on => on.column('id').doUpdateSet({ text }))
      .execute()
  remember(db, text)
}

/** The cookie of a browser that has dismissed the announcement this process last read, else empty. */
export function dismissalIn(db: Database, cookies: string): string {
  const cookie = `dismissed=${known.get(db)?.announcement?.id}`
  return cookies.split('; ').includes(cookie) ? cookie : ''
}

/** Another text is another announcement, so those who dismissed the one before see it. */
function remember(db: Database, text: string): Announcement | null {
  const id = createHash('sha256').update(text).digest('base64url').slice(0, 8)
  const announcement = text === '' ? null : { id, text }
  known.set(db, { announcement, readAt: performance.now() })
  return announcement
}
