import { numberWord } from '../ui/text/format.ts'
import { maxTracks } from './tracks.shared.ts'

export const recordTitle = 'The record of the week'

/** A record of one track would be a single. */
export const minRecordTracks = 2

/** The number ones of a week by track, seven tracks at most: those that more people share first, then as they come. */
export const pressRecord = <NumberOne>(
  numberOnes: readonly NumberOne[],
  trackOf: (numberOne: NumberOne) => string,
): [NumberOne, ...NumberOne[]][] =>
  [...Map.groupBy(numberOnes, trackOf).values()]
    .sort((a, b) => b.length - a.length)
    .slice(0, maxTracks)
    .flatMap(([first, ...others]) => (first ? [[first, ...others]] : []))

/** "Nine people made this." Two tracks have two people at least. */
export const madeBy = (people: number): string => {
  const word = numberWord(people)
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} people made this.`
}
