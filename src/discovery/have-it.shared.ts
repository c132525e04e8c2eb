import { pluralize } from '../ui/text/format.ts'

/** "1 person has it", "110 people have it". */
export const haveIt = (lists: number): string =>
  `${pluralize(lists, 'person')} ${lists === 1 ? 'has' : 'have'} it`
