import { findAnyMemberByName, updateMember } from '../members/members.queries.ts'
import type { Queryable } from '../platform/database.ts'

type Role = 'admin' | 'dev'

/** Grants or revokes a role, from the member's next request on. Returns the username as it was registered. */
export async function setRole(db: Queryable, username: string, role: Role, on: boolean) {
  const { id } = await findAnyMemberByName(db, username)
  const member = await updateMember(
    db,
    id,
    role === 'admin' ? { is_admin: on } : { is_dev_user: on },
  )
  return member.username
}
