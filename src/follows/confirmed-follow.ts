import { sql } from 'kysely'

/**
 * The follows that are counted and mailed: confirmed, not ended, not merged into another. It is the
 * predicate of the index `radr_follows_confirmed`, so a change of one needs a change of the other.
 */
export const isConfirmedFollow = sql<boolean>`(radr_follows.verified
  and not radr_follows.unsubscribed and radr_follows.merged_into is null)`
