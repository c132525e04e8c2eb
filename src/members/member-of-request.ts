import type { Queryable } from '../platform/database.ts'
import { memberNotFound } from './members.errors.ts'
import { findVisibleMember, type PublicMember } from './members.queries.ts'

type Found = Promise<PublicMember | null>

const ofRequest = new WeakMap<object, Map<string, Found>>()

/** Looks a member up once for a page and the calls that it makes, which have its request; null as `findVisibleMember`. */
export function findMemberOfRequest(request: object, db: Queryable, username: string): Found {
  const members = ofRequest.get(request) ?? new Map<string, Found>()
  ofRequest.set(request, members)
  const found = members.get(username) ?? findVisibleMember(db, username)
  members.set(username, found)
  return found
}

/** Looks a member up as `findMemberOfRequest` does; throws `memberNotFound`. */
export async function memberOfRequest(
  request: object,
  db: Queryable,
  username: string,
): Promise<PublicMember> {
  const member = await findMemberOfRequest(request, db, username)
  if (!member) throw memberNotFound()
  return member
}
