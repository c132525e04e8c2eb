export const daysBetweenDrops = 7
export const maxNoteLength = 150
/** Drops on a page of the rank history: half a year of weeks. */
export const rankHistoryLength = 26
export const minPosterDrops = 3
/** Drops of one answer of a member’s history: a year of weeks. */
export const dropsPageSize = 52
