import type { Queryable } from '../platform/database.ts'
import { memberNotFound } from './members.errors.ts'
import { findVisibleMember, type PublicMember } from './members.queries.ts'

type Found = Promise<PublicMember | null>

const ofRequest = new WeakMap<object, Map<string, Found>>()

/** Looks a member up once for a page and its calls, which share `c` (`getOwn` passes it on); null as `findVisibleMember`. */
export function findMemberOfRequest(c: object, db: Queryable, username: string): Found {
  const members = ofRequest.get(c) ?? new Map<string, Found>()
  ofRequest.set(c, members)
  const found = members.get(username) ?? findVisibleMember(db, username)
  members.set(username, found)
  return found
}

/** Looks a member up as `findMemberOfRequest` does; throws `memberNotFound`. */
export async function memberOfRequest(
  c: object,
  db: Queryable,
  username: string,
): Promise<PublicMember> {
  const member = await findMemberOfRequest(c, db, username)
  if (!member) throw memberNotFound()
  return member
}
