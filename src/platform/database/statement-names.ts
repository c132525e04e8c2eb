import pg from 'pg'

/** Longer texts list rows, and differ with their number. */
const maxLength = 4_000
/** PostgreSQL keeps every named statement for as long as the connection lives. */
const maxNames = 500

const names = new Map<string, string>()
let lastNumber = 0

/** Executes a query outside a transaction by its name. */
export async function queryByName(
  client: pg.PoolClient,
  text: string,
  values: unknown[],
): Promise<pg.QueryResult> {
  try {
    return await client.query({ ...named(text), values })
  } catch (error) {
    if (!isStalePlan(error)) throw error
    names.delete(text)
    return client.query({ ...named(text), values })
  }
}

/** A connection for a transaction; the statements have names, under which PostgreSQL parses each once. */
export function withStatementNames(client: pg.PoolClient): pg.PoolClient {
  const query = async (text: string, values: unknown[]) => {
    try {
      return await client.query({ ...named(text), values })
    } catch (error) {
      if (isStalePlan(error)) names.delete(text)
      throw error
    }
  }
  return Object.assign(Object.create(client), { query })
}

/**
 * Whether a migration of another process changed the columns of a statement that this one has prepared, or
 * the query that was to prepare it failed in the same batch (26000). Under another name it is prepared again.
 */
export const isStalePlan = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  (error.code === '26000' ||
    (error.code === '0A000' && error.message === 'cached plan must not change result type'))

function named(text: string): { text: string; name?: string } {
  const known = names.get(text)
  if (known !== undefined) return { text, name: known }
  if (text.length > maxLength || names.size === maxNames) return { text }
  const name = `s${++lastNumber}`
  names.set(text, name)
  return { text, name }
}
