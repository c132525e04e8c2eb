import type { BrowserValue } from '../../../members/screens/browser-state.ts'
import {
  hasShape,
  isFlag,
  isInteger,
  isListOf,
  isText,
  isTextOrNull,
  readStored,
} from '../../../ui/forms/stored-json.ts'
import type { Track } from '../../tracks.schemas.ts'
import type { ReadList } from '../own-list.ts'
import {
  type Edits,
  hasUnsavedChanges,
  isPristine,
  type Row,
  rebase,
  startEdits,
  withNewList,
} from './local-edits.ts'
import { type SaveCalls, type SaveOutcome, saveEdits } from './save-edits.ts'

/** The stored edits; rebased onto the list that this tab knows, where it is newer than theirs. */
export function editsOf(text: string | null, { tracks, readAt }: ReadList): Edits {
  const stored = readEdits(text)
  if (!stored) return startEdits(tracks, readAt)
  if (stored.readAt >= readAt) return stored
  return withNewList(stored, tracks, readAt)
}

/** The text that is stored; null where there is nothing to store. */
export const textOf = (edits: Edits) => (isPristine(edits) ? null : toText(edits))

/** The stored name of `deletedIds` is `replaced`, as in release 0.1.0. */
export const toText = ({ deletedIds, ...edits }: Edits) =>
  JSON.stringify({ ...edits, replaced: deletedIds } satisfies StoredEdits)

function readEdits(text: string | null): Edits | null {
  const stored = readStored(text, isStoredEdits)
  if (!stored) return null
  const { replaced, ...edits } = stored
  return { ...edits, deletedIds: replaced }
}

type StoredSave = {
  outcome: SaveOutcome
  /** The list after it; null if no call has returned one. */
  list: ReadList | null
  /** Whether it was read once more at the end. */
  isFresh: boolean
}

/** Sends the stored edits. What was edited meanwhile, in any tab, stays stored. */
export async function saveStored(
  stored: Pick<BrowserValue, 'read' | 'write'>,
  list: ReadList,
  calls: SaveCalls,
  clock: () => number,
): Promise<StoredSave> {
  const text = stored.read()
  const sent = editsOf(text, list)
  let outcome = await saveEdits(sent, calls)
  const fresh = await calls.list().catch(() => null)
  const tracks = fresh ?? outcome.tracks
  const readAt = clock()
  if (tracks) {
    const left =
      outcome.failures.length === 0 ? startEdits(tracks, readAt) : withNewList(sent, tracks, readAt)
    // The server has the wanted list: the calls arrived, and only their responses were lost.
    if (fresh && outcome.failures.length > 0 && !hasUnsavedChanges(left))
      outcome = { ...outcome, failures: [], changed: true }
    const storedNow = stored.read()
    const edited = storedNow === text ? null : readEdits(storedNow)
    if (storedNow === text) stored.write(textOf(left))
    else if (edited) {
      // The differences between `edited` and `sent` were made during the save, and are applied to `left`. Both have to be on
      // the same list for that: what only one list has would count as an edit. Another tab may know a newer one.
      const newer = edited.readAt > sent.readAt ? edited : sent
      stored.write(textOf(rebase(onListOf(newer, edited), onListOf(newer, sent), left)))
    }
  }
  return { outcome, list: tracks && { tracks, readAt }, isFresh: fresh !== null }
}

/** The same edits, on top of the list that others are made on. */
function onListOf(others: Edits, edits: Edits): Edits {
  if (edits.readAt === others.readAt) return edits
  const listOf = ({ saved, readAt }: Edits) => startEdits(saved, readAt)
  return rebase(edits, listOf(edits), listOf(others))
}

/** Rows that were removed stay until the list is saved. */
const maxRows = 200

const ofBoth = {
  id: isInteger,
  spotify_track_url: isText,
  spotify_track_id: (value: unknown) => isText(value) && /^[A-Za-z0-9]+$/.test(value),
  rank: isInteger,
  title: isTextOrNull,
  artist: isTextOrNull,
  artwork: isTextOrNull,
  // Edits that a tab of release 0.1.0 stored have none.
  color: (value: unknown) =>
    (value ?? null) === null || (isText(value) && /^[0-9a-f]{6}$/.test(value)),
  gone: isFlag,
  via: (value: unknown) => value === null || (isText(value) && /^[\w-]+$/.test(value)),
}

const isTrack = hasShape<Track>({
  ...ofBoth,
  // Release 0.1.0 had it in the place of `color`.
  tone: () => true,
  user_id: isInteger,
  created_at: isText,
  updated_at: isText,
})

const isRow = hasShape<Row>({
  ...ofBoth,
  created_at: value => value === undefined || isText(value),
  movement: value => value === undefined,
  isTemp: isFlag,
  removed: isFlag,
  movedAt: isInteger,
})

type StoredEdits = Omit<Edits, 'deletedIds'> & { replaced: number[] }

const hasEditsShape = hasShape<StoredEdits>({
  saved: isListOf(isTrack, maxRows),
  readAt: isInteger,
  rows: isListOf(row => isRow(row) && row.isTemp === row.id < 0, maxRows),
  replaced: isListOf(isInteger, maxRows),
  lastTempId: isInteger,
})

const isStoredEdits = (value: unknown): value is StoredEdits =>
  hasEditsShape(value) &&
  isUnique(value.rows) &&
  isUnique(value.saved) &&
  value.rows.every(row => row.id >= value.lastTempId)

const isUnique = (rows: Pick<Row, 'id' | 'spotify_track_id'>[]) =>
  new Set(rows.map(row => row.id)).size === rows.length &&
  new Set(rows.map(row => row.spotify_track_id)).size === rows.length
