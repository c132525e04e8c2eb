/** The plain text part of a mail: blocks separated by blank lines; null blocks are omitted. */
export const mailText = (...blocks: (string | null)[]): string =>
  `${blocks.filter(block => block !== null).join('\n\n')}\n`

/** User input on a single line, without control characters and bidirectional overrides. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()

/** With CRLF line ends, as SMTP requires. */
export const crlf = (text: string) => text.replace(/\r\n?|\n/g, '\r\n')
