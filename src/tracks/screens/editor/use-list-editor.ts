import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useReducer, useRef, useState } from 'react'
import { call, query } from '../../../ui/api.ts'
import { useSite } from '../../../ui/site.tsx'
import { toast, toastError } from '../../../ui/toast.ts'
import type { Track } from '../../tracks.schemas.ts'
import { trackTitle } from '../track-title.ts'
import { highlightDuplicate } from './duplicate-highlight.ts'
import { keepEdits, keptEdits, nobody } from './kept-edits.ts'
import {
  applyEdit,
  duplicateOf,
  hasUnsavedChanges,
  isFull,
  type NewTrack,
  present,
  type Row,
  rankAfterMove,
  startEdits,
} from './local-edits.ts'
import { type SaveCalls, type SaveOutcome, saveEdits } from './save-edits.ts'
import { saveToast } from './save-toast.ts'

export const tracksQuery = query('GET /api/tracks', {})

export type ListEditor = ReturnType<typeof useListEditor>

/**
 * A member's list with its unsaved edits, which are kept in this browser until saved, cancelled or logged out. Those
 * of `nobody` go to the free places of the next member's list.
 */
export function useListEditor(username: string, tracks: Track[] | undefined, onSaved: () => void) {
  const { brand } = useSite()
  const client = useQueryClient()
  const [edits, dispatch] = useReducer(applyEdit, tracks ?? [], startEdits)
  const [saving, setSaving] = useState(false)
  const [lastSave, setLastSave] = useState(noSave)
  const [announcement, announce] = useState('')
  const unsaved = hasUnsavedChanges(edits)
  const isRestored = useRef(false)

  // Layout effects, so that no list is painted without its edits, and no edit before it is stored.
  useLayoutEffect(() => {
    if (!tracks) return
    const kept = isRestored.current ? null : keptEdits(username)
    dispatch(kept ? { type: 'restore', edits: kept, tracks } : { type: 'server', tracks })
    isRestored.current = true
    if (username === nobody) return
    for (const track of keptEdits(nobody)?.rows ?? [])
      if (!track.removed) dispatch({ type: 'add', track })
    keepEdits(nobody, null)
  }, [tracks, username])
  useLayoutEffect(() => {
    if (isRestored.current) keepEdits(username, unsaved ? edits : null)
  }, [username, edits, unsaved])

  function rejectDuplicate(spotifyTrackId: string): boolean {
    const duplicate = duplicateOf(edits, spotifyTrackId)
    if (!duplicate) return false
    highlightDuplicate(duplicate.id)
    void toast(`Oops! Looks like you already have that track on your ${brand}`, { kind: 'error' })
    return true
  }

  async function save() {
    setSaving(true)
    setLastSave(noSave)
    const outcome = await saveEdits(edits, callsOf(client))
    const fresh = await client.fetchQuery({ ...tracksQuery, staleTime: 0 }).catch(() => null)
    const now = fresh ?? outcome.tracks
    if (now) {
      client.setQueryData(tracksQuery.queryKey, now)
      dispatch({ type: outcome.failures.length === 0 ? 'saved' : 'server', tracks: now })
    }
    // Other pages that show the list refetch it when they are next opened.
    void client.invalidateQueries({ refetchType: 'none' })
    setLastSave(outcome)
    setSaving(false)
    if (outcome.changed) onSaved()
    void toast(...saveToast(brand, outcome, fresh !== null))
  }

  return {
    rows: edits.rows,
    count: present(edits).length,
    full: isFull(edits),
    unsaved,
    saving,
    failures: lastSave.failures,
    isSaved: !unsaved && lastSave.changed && lastSave.failures.length === 0,
    anySaved: lastSave.changed,
    announcement,
    /**
     * Adds tracks that the list does not have and has room for; a single one may be neither. Returns whether they were
     * added.
     */
    add(tracks: NewTrack[]): boolean {
      const [first] = tracks
      if (!first || (tracks.length === 1 && rejectDuplicate(first.spotify_track_id))) return false
      if (isFull(edits)) {
        void toastError(
          'Failed to add track',
          'Make sure you have less than 7 tracks and the URL is valid',
        )
        return false
      }
      for (const track of tracks) dispatch({ type: 'add', track })
      const rank = present(edits).length + 1
      announce(
        tracks.length === 1
          ? `Track added as number ${rank}. Not saved yet.`
          : `${tracks.length} tracks added as numbers ${rank} to ${rank + tracks.length - 1}. Not saved yet.`,
      )
      return true
    },
    swap(id: number, track: NewTrack) {
      if (rejectDuplicate(track.spotify_track_id)) return
      const old = present(edits).find(row => row.id === id)
      if (!old) {
        void toast('Error: Could not find the track to swap', { kind: 'error' })
        return
      }
      dispatch({ type: 'swap', id, track })
      announce(`${trackTitle(old)} swapped. Not saved yet.`)
    },
    remove(row: Row) {
      dispatch({ type: 'remove', id: row.id })
      announce(`${trackTitle(row)} removed. Not saved yet.`)
    },
    undo(row: Row) {
      dispatch({ type: 'undo', id: row.id })
      announce(`${trackTitle(row)} is back.`)
    },
    move(from: number, to: number) {
      dispatch({ type: 'move', from, to })
      const row = edits.rows[from]
      const rank = rankAfterMove(edits.rows, from, to)
      if (row) announce(`${trackTitle(row)} moved to number ${rank}. Not saved yet.`)
    },
    cancel() {
      dispatch({ type: 'cancel' })
      setLastSave(noSave)
      void toast('Changes cancelled', {
        description: `Reverted to original ${brand}`,
        action: {
          label: 'Undo',
          onClick: () => dispatch({ type: 'restore', edits, tracks: tracks ?? [] }),
        },
      })
    },
    save,
  }
}

const noSave: Pick<SaveOutcome, 'failures' | 'changed'> = { failures: [], changed: false }

const callsOf = (client: QueryClient): SaveCalls => ({
  remove: id => call('DELETE /api/tracks/:id', { params: { id } }),
  add: spotifyUrl => call('POST /api/tracks', { body: { spotifyUrl } }),
  list: () => client.fetchQuery({ ...tracksQuery, staleTime: 0 }),
  rank: tracks => call('PUT /api/tracks/rank', { body: { tracks } }),
})
