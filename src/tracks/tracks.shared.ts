import { numberWord, pluralize } from '../ui/text/format.ts'

export const maxTracks = 7

/** What a member's list is called where nobody else has named it. */
export const listName = (username: string, count?: number): string =>
  `@${username}’s ${sizeWord(count)}`

/** How many tracks a list has, as a word. An empty list is to become seven. */
export const sizeWord = (count = maxTracks): string => numberWord(count || maxTracks)

/** Says what to paste instead. */
export const unknownTrackMessage =
  'Spotify does not know this track. Open the track and copy its link again.'

/** "1 person has it", "110 people have it". */
export const haveIt = (lists: number): string =>
  `${pluralize(lists, 'person')} ${lists === 1 ? 'has' : 'have'} it`
