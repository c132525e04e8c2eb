export const daysBetweenDrops = 7
export const maxNoteLength = 150
export const noteTooLong = `The note can have at most ${maxNoteLength} characters`

/** Drops of one answer of a member’s history and of their ranks: half a year of weeks. */
export const dropsPageSize = 26
