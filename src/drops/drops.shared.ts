export const daysBetweenDrops = 7
export const maxNoteLength = 150
/** Drops on a page of the rank history: half a year of weeks. */
export const rankHistoryLength = 26
