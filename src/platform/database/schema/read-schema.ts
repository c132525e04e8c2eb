import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { migrations } from '../../../../migrations/migrations.ts'
import { SettingError } from '../../config/config.ts'
import type { Queryable } from '../../database.ts'
import { errorCode } from '../../errors.ts'

export type Migrations = Record<string, string[]>

type Applied = { name: string; hash: string | null }

export type Schema = {
  applied: Applied[]
  /** The trigram index for searches of members is missing, and this user may create it. */
  canAddSearchIndex: boolean
}

/** The SQLSTATEs of a missing list of migrations, as in an empty database, and of one without hashes. */
const notYetListed = ['42P01', '42703']

/** What a start needs to know of the schema, in one statement that locks no row; null before the first migration. */
export async function readSchema(db: Queryable): Promise<Schema | null> {
  try {
    const { rows } = await sql<Schema>`
      select
        (select json_agg(json_build_object('name', name, 'hash', hash) order by name collate "C")
          from kysely_migration) as applied,
        case
          when exists (select from pg_index
            where indexrelid = to_regclass('users_username_search') and indisvalid) then false
          when exists (select from pg_extension where extname = 'pg_trgm') then exists
            (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid))
          else exists (select from pg_available_extension_versions
            where name = 'pg_trgm' and has_database_privilege(current_database(), 'create')
              and (trusted or not superuser
                or (select rolsuper from pg_roles where rolname = current_user)))
        end as "canAddSearchIndex"`.execute(db)
    const [schema] = rows
    return schema?.applied ? schema : null
  } catch (error) {
    if (notYetListed.includes(errorCode(error))) return null
    throw error
  }
}

export const missingFrom = (applied: readonly { name: string }[], known: Migrations = migrations) =>
  Object.keys(known).filter(name => !applied.some(each => each.name === name))

export const hashOf = (statements: string[]) =>
  createHash('sha256').update(statements.join(';')).digest('base64url')

/**
 * Migrations are only added at the end, so an unknown one before it was removed since; and before the first release they
 * were edited, so that one of the same name may have made other tables.
 */
export function refuseEarlier(applied: readonly Applied[], known: Migrations) {
  const last = Object.keys(known).toSorted().at(-1) ?? ''
  const earlier = applied.find(({ name, hash }) => {
    const statements = known[name]
    return statements ? hash !== hashOf(statements) : name < last
  })
  if (!earlier) return
  const reason = known[earlier.name] ? 'is another one now' : 'no longer exists'
  throw new SettingError(
    `The database is of an earlier version that this one cannot upgrade (the migration ${earlier.name} ${reason}): start the version that made it, or this one with an empty database.`,
  )
}
