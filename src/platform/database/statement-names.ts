import pg from 'pg'

/** Longer texts list rows, and differ with their number. */
const maxLength = 4_000
/** PostgreSQL keeps every named statement for as long as the connection lives. */
const maxNames = 500

/** The names under which the connections of one pool prepare statements, so that PostgreSQL parses each once. */
export class StatementNames {
  readonly #names = new Map<string, string>()
  #lastNumber = 0

  /** Executes a query outside a transaction by its name. */
  async query(client: pg.PoolClient, text: string, values: unknown[]): Promise<pg.QueryResult> {
    try {
      return await client.query({ ...this.#named(text), values })
    } catch (error) {
      if (!isStalePlan(error)) throw error
      this.#names.delete(text)
      return client.query({ ...this.#named(text), values })
    }
  }

  /** A connection for a transaction whose statements are named. */
  forTransaction(client: pg.PoolClient): pg.PoolClient {
    const query = async (text: string, values: unknown[]) => {
      try {
        return await client.query({ ...this.#named(text), values })
      } catch (error) {
        if (isStalePlan(error)) this.#names.delete(text)
        throw error
      }
    }
    return Object.assign(Object.create(client), { query })
  }

  #named(text: string): { text: string; name?: string } {
    const known = this.#names.get(text)
    if (known !== undefined) return { text, name: known }
    if (text.length > maxLength || this.#names.size === maxNames) return { text }
    const name = `s${++this.#lastNumber}`
    this.#names.set(text, name)
    return { text, name }
  }
}

/**
 * Whether a migration of another process changed the columns of a statement that this one has prepared, or
 * the query that was to prepare it failed in the same batch (26000). Under another name it is prepared again.
 */
export const isStalePlan = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  (error.code === '26000' ||
    (error.code === '0A000' && error.message === 'cached plan must not change result type'))
