/** A text that somebody typed, as it is kept. Null if nothing of it can be seen. */
export function visibleText(typed: string): string | null {
  const text = withoutBidiControls(typed).trim().toWellFormed()
  return isVisible.test(text) ? text : null
}

/** Counts characters as a person does, not UTF-16 code units. */
export const visibleLength = (typed: string) => [...(visibleText(typed) ?? '')].length

/** The Braille pattern without dots is a symbol that looks like a space. */
const isVisible = /[^\p{White_Space}\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Removes the characters that change the direction of all text after them: what somebody wrote would reorder the
 * words around it. Text in Hebrew or Arabic needs none of them.
 */
export const withoutBidiControls = (text: string): string =>
  text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
