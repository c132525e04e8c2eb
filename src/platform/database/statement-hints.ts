import { sql } from 'kysely'

/** Ends a read that may take long, `query.modifyEnd(ownConnection)`: others share a connection and would wait for it. */
export const ownConnection = sql`/* own connection */`

/**
 * Begins a write of which many are executed: `sql`${prepared} with …``. PostgreSQL plans it once for each
 * connection and keeps the plan. Only for a statement whose text is the same each time.
 */
export const prepared = sql`/* prepared */`
export const isPrepared = (text: string) => text.trimStart().startsWith('/* prepared */')
