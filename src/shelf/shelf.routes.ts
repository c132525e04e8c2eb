import { findMemberByName } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http/http.ts'
import { findShelf } from './shelf.queries.ts'
import { getShelf } from './shelf.schemas.ts'
import { shelfSize } from './shelf.shared.ts'

export function shelfRoutes(app: App, { db }: Pick<Context, 'db'>) {
  handle(app, getShelf, async ({ params }) => {
    const member = await findMemberByName(db, params.username)
    const rows = await findShelf(db, member.id, shelfSize)
    return rows.map(({ drop_number, title, color }) => ({ drop_number, title, color }))
  })
}
