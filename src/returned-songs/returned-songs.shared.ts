import { visibleLength, visibleText } from '../platform/text/visible-text.shared.ts'
import { howToPasteLink } from '../spotify/page-links.shared.ts'

export const maxWordsLength = 80
export const wordsTooLong = `The words can have at most ${maxWordsLength} characters`

/** Says more than the editor of a list, which shows beside its field how to get a link. */
export const noTrackLinkMessage = `This is no link to a track. ${howToPasteLink}`

const oneLine = (typed: string) => typed.replace(/[\p{Cc}\p{White_Space}]+/gu, ' ')

/** The words as they are kept: one line, or null if nothing of them can be seen. */
export const wordsOf = (typed: string): string | null => visibleText(oneLine(typed))

export const wordsLength = (typed: string) => visibleLength(oneLine(typed))

/** "Send ana one song", which pages and mails end with a full stop. */
export const sendOneSong = (username: string) => `Send ${username} one song`

/** What the mail of a drop says of songs: where its reader sends one, and the rank of theirs if it is new in the drop. */
export type MailedSong = { link: string; rank: number | null }

/** What only the follower reads whose song the member has put on the list, at this rank. */
export const yourSongIs = (rank: number) => `Your song is number ${rank}.`

/** The fragment of the part of /home that shows what came back. */
export const returnedSongsHash = 'songs-came-back'

export const songsCameBack = (count: number) =>
  count === 1 ? '1 song came back' : `${count} songs came back`
