import { withoutBidiControls } from '../../platform/text/visible-text.shared.ts'

/** The plain text part of a mail: blocks separated by blank lines; null blocks are omitted. */
export const mailText = (...blocks: (string | null)[]): string =>
  `${blocks.filter(block => block !== null).join('\n\n')}\n`

/** User input on a single line, without control characters. */
export const oneLine = (text: string): string =>
  withoutBidiControls(text)
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim()

/** The text with CRLF line ends, as SMTP requires. */
export const crlf = (text: string) => text.replace(/\r\n?|\n/g, '\r\n')
