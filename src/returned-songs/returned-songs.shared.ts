import { visibleLength, visibleText } from '../platform/text/visible-text.shared.ts'

export const maxWordsLength = 80
export const wordsTooLong = `The words can have at most ${maxWordsLength} characters`

const oneLine = (typed: string) => typed.replace(/[\p{Cc}\p{White_Space}]+/gu, ' ')

/** The words as they are kept: one line, or null if nothing of them can be seen. */
export const wordsOf = (typed: string): string | null => visibleText(oneLine(typed))

export const wordsLength = (typed: string) => visibleLength(oneLine(typed))

/** "Send ana one song", which pages and mails end with a full stop. */
export const sendOneSong = (username: string) => `Send ${username} one song`

/** The fragment of the part of /home that shows what came back. */
export const returnedSongsHash = 'songs-came-back'

export const songsCameBack = (count: number) =>
  count === 1 ? '1 song came back' : `${count} songs came back`
