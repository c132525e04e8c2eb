/**
 * Without the characters that change the direction of all text after them: what somebody wrote would reorder the
 * words around it. Text in Hebrew or Arabic needs none of them.
 */
export const withoutBidiControls = (text: string): string =>
  text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
