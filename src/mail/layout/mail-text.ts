/** The plain part of a mail: blocks with a blank line between them; those that are null are left out. */
export const mailText = (...blocks: (string | null)[]): string =>
  `${blocks.filter(block => block !== null).join('\n\n')}\n`

/** One line of somebody's words: nothing in it breaks the line or turns the direction of what follows. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
