import { memberOfRequest } from '../members/member-of-request.ts'
import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http/http.ts'
import { shelfOf } from './shelf.queries.ts'
import { getShelf } from './shelf.schemas.ts'
import { shelfSize } from './shelf.shared.ts'

const findShelf = shelfOf(shelfSize)

export function shelfRoutes(app: App, { db }: Pick<Context, 'db'>) {
  handle(app, getShelf, async ({ params, c }) => {
    const member = await memberOfRequest(c, db, params.username)
    const rows = await findShelf(db, member.id)
    return rows.map(({ drop_number, title, color }) => ({ drop_number, title, color }))
  })
}
