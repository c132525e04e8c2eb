import { withoutBidiControls } from '../platform/text/bidi-controls.shared.ts'

export const daysBetweenDrops = 7
export const maxNoteLength = 150
export const noteTooLong = `The note can have at most ${maxNoteLength} characters`

/** The note as it is kept. Null if nothing of it can be seen. */
export function noteOf(text: string): string | null {
  const note = withoutBidiControls(text).trim().toWellFormed()
  return isVisible.test(note) ? note : null
}

/** Counts characters as a person does, not UTF-16 code units. */
export const noteLength = (text: string) => [...(noteOf(text) ?? '')].length

/** The Braille pattern without dots is a symbol that looks like a space. */
const isVisible = /[^\p{White_Space}\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}\u2800]/u
export const minPosterDrops = 3
/** Drops of one answer of a member’s history and of their ranks: half a year of weeks. */
export const dropsPageSize = 26
