import { sql } from 'kysely'

/**
 * Ends a read that may take long: `query.modifyEnd(ownConnection)`. On PostgreSQL other reads share a connection
 * with those of the same moment, which would wait for it.
 */
export const ownConnection = sql`/* own connection */`
