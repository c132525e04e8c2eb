export const maxTracks = 7

/** What a member's list is called where nobody else has named it. */
export const listName = (username: string, count = maxTracks): string =>
  `@${username}’s ${numberWord(count)}`

/** In a sentence. An empty list is to become seven, too. */
export const numberWord = (count: number): string => words[count - 1] ?? 'seven'

const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven']
