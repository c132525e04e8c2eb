import type { Row } from '../../tracks/screens/editor/local-edits.ts'
import { maxTracks } from '../../tracks/tracks.shared.ts'

/** What a visitor has made so far. */
export type Draft = {
  rows: Row[]
  /** The color of the page, once there is something to show. */
  color: string | null
  /** The username, while it is typed. */
  name: string
  /** The next track takes the place of one of the rows. */
  isSwapping: boolean
}

export const emptyDraft: Draft = { rows: [], color: null, name: '', isSwapping: false }

/** The heading, which becomes an answer. */
export function headingOf({ name, rows }: Draft, hasFriend: boolean): string {
  if (name) return `${name}’s seven.`
  if (rows.length === maxTracks) return 'These are your seven.'
  return hasFriend ? 'What are yours?' : 'What are your seven?'
}
