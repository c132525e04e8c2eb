import { trackTitle } from '../../../spotify/track-title.shared.ts'
import { failureCode } from '../../../ui/data/api.ts'
import type { Track } from '../../tracks.schemas.ts'
import {
  type Edits,
  hasUnsavedChanges,
  pendingDeletions,
  present,
  withNewList,
} from './local-edits.ts'

export type SaveCalls = {
  remove(id: number): Promise<unknown>
  add(spotifyUrl: string): Promise<Track>
  list(): Promise<Track[]>
  rank(tracks: { id: number; rank: number }[]): Promise<Track[]>
}

export type SaveOutcome = {
  failures: SaveFailure[]
  changed: boolean
  /** The list from the last response; null without one. */
  tracks: Track[] | null
}

export type SaveFailure = {
  step: 'delete' | 'add' | 'reorder'
  title: string | null
  reason: unknown
}

/** Sends the edits. A failed call does not stop those that do not depend on it; what failed stays unsaved. */
export async function saveEdits(edits: Edits, calls: SaveCalls): Promise<SaveOutcome> {
  const outcome: SaveOutcome = { failures: [], changed: false, tracks: null }
  if (!hasUnsavedChanges(edits)) return outcome
  const attempt = async (
    step: SaveFailure['step'],
    title: string | null,
    act: () => Promise<boolean>,
  ) => {
    try {
      const changed = await act()
      outcome.changed ||= changed
    } catch (reason) {
      outcome.failures.push({ step, title, reason })
    }
  }

  for (const id of pendingDeletions(edits)) {
    const known = edits.saved.find(track => track.id === id)
    await attempt('delete', known ? trackTitle(known) : null, () => removeIfPresent(calls, id))
  }
  for (const row of present(edits).filter(row => row.isTemp))
    await attempt('add', trackTitle(row), async () => {
      await calls.add(row.spotify_track_url)
      return true
    })
  await attempt('reorder', null, async () => {
    outcome.tracks = await calls.list()
    const order = finalOrder(edits, outcome.tracks)
    const differs = order.some(({ id }, index) => id !== outcome.tracks?.[index]?.id)
    if (order.length > 0) outcome.tracks = await calls.rank(order)
    return differs
  })
  return outcome
}

/** A track that is already deleted counts as deleted. */
async function removeIfPresent(calls: SaveCalls, id: number) {
  try {
    await calls.remove(id)
  } catch (reason) {
    if (failureCode(reason) !== 'not_found') throw reason
  }
  return true
}

/**
 * The rows in their order, on top of the list as it is now: another tab or device may have changed it. The call requires
 * every track: others, as those that could not be deleted, keep their place.
 */
function finalOrder(edits: Edits, tracks: Track[]): { id: number; rank: number }[] {
  const { rows } = withNewList(edits, tracks, edits.readAt)
  const order = rows.filter(row => !row.isTemp).map(row => row.id)
  for (const [index, { id }] of tracks.entries())
    if (!order.includes(id)) order.splice(index, 0, id)
  return order.map((id, index) => ({ id, rank: index + 1 }))
}
