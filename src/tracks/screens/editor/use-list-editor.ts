import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { nobody } from '../../../members/screens/browser-state.ts'
import { useSite } from '../../../site/site.tsx'
import { trackTitle } from '../../../spotify/track-title.shared.ts'
import { useStore } from '../../../ui/create-store.ts'
import { asOneChange, call } from '../../../ui/data/api.ts'
import { toast, toastError } from '../../../ui/overlays/toast.ts'
import { maxTracks } from '../../tracks.shared.ts'
import { noList, type ReadList, tracksQuery } from '../own-list.ts'
import { highlightDuplicate } from './duplicate-highlight.ts'
import {
  applyEdit,
  duplicateOf,
  type Edit,
  hasUnsavedChanges,
  isFull,
  type NewTrack,
  present,
  type Row,
  rankAfterMove,
  rankRange,
  rebase,
  startEdits,
  unsavedList,
} from './local-edits.ts'
import type { SaveCalls, SaveOutcome } from './save-edits.ts'
import { saveToast } from './save-toast.ts'
import { editsOf, saveStored, textOf, toText } from './stored-edits.ts'

/** Said of the draft that somebody has made before they had an account. */
export const draftSaved = 'Your seven are saved.'

export type ListEditor = ReturnType<typeof useListEditor>

/**
 * A member's list with its unsaved edits, which are kept in this browser, for all its tabs, until saved, cancelled or
 * logged out. Those of `nobody` go to the free places of the next member's list; a new list is saved at once.
 */
export function useListEditor(memberKey: string, list: ReadList | undefined, onSaved: () => void) {
  const { brand } = useSite()
  const client = useQueryClient()
  const stored = useMemo(() => unsavedList(memberKey), [memberKey])
  const text = useStore(stored)
  const lockName = `save ${memberKey}`
  const hasList = useRef(false)
  // The newest of `list` and of the lists that saves have read. `text` is what any tab has stored, with the list that it was
  // made on; `edits` are the same on top of `knownList`, where that is newer.
  const [knownList, setKnownList] = useState(list)
  const edits = useMemo(() => editsOf(text, knownList ?? noList), [text, knownList])
  const [saving, setSaving] = useState(false)
  const [lastSave, setLastSave] = useState(noSave)
  const [announcement, announce] = useState('')
  const [wasDraft, setWasDraft] = useState(false)
  const [lastRemovedId, setLastRemovedId] = useState<number | null>(null)
  const unsaved = hasUnsavedChanges(edits)

  /**
   * Uses a list from the server. Never called for what another tab stores: two tabs that know different lists would
   * rewrite each other's edits for ever.
   */
  const applyList = useEffectEvent((list: ReadList) => {
    if (knownList && knownList.readAt > list.readAt) return
    setKnownList(list)
    let rebased = editsOf(stored.read(), list)
    if (memberKey !== nobody) {
      const drafted = present(editsOf(unsavedList(nobody).read(), noList))
      if (drafted.length > 0 && rebased.rows.length === 0) setWasDraft(true)
      for (const track of drafted) rebased = applyEdit(rebased, { type: 'add', track })
      unsavedList(nobody).write(null)
    }
    stored.write(textOf(rebased))
  })

  // The first list before it is painted. A later one waits for the end of a save: read in the middle of it, the list
  // lacks what the save has deleted, which would count as deleted on another device, also where another tab has undone it.
  useLayoutEffect(() => {
    if (!list) return
    if (hasList.current) void oneAtATime(lockName, async () => applyList(list))
    else applyList(list)
    hasList.current = true
  }, [list, lockName])

  function dispatch(edit: Edit) {
    const edited = applyEdit(editsOf(stored.read(), knownList ?? noList), edit)
    // Edits without changes are kept, too: another tab may be saving what they take back.
    stored.write(edit.type === 'cancel' ? null : toText(edited))
  }

  function rejectDuplicate(spotifyTrackId: string): boolean {
    const duplicate = duplicateOf(edits, spotifyTrackId)
    if (!duplicate) return false
    highlightDuplicate(duplicate.id)
    void toast(`Oops! Looks like you already have that track on your ${brand}`, { kind: 'error' })
    return true
  }

  const saveDraft = useEffectEvent(() => void save({ isQuiet: true }))
  useEffect(() => {
    if (wasDraft) saveDraft()
  }, [wasDraft])

  /** If `isQuiet`, only a failure is a message over the page. */
  async function save({ isQuiet = false } = {}) {
    setSaving(true)
    setLastSave(noSave)
    const { outcome, list, isFresh } = await asOneChange(() =>
      oneAtATime(lockName, () =>
        saveStored(stored, knownList ?? noList, callsOf(client), Date.now),
      ),
    )
    const isSaved = outcome.failures.length === 0
    if (list) {
      setKnownList(list)
      client.setQueryData(tracksQuery.queryKey, list.tracks)
    }
    setLastSave(outcome)
    setSaving(false)
    if (outcome.changed) onSaved()
    if (isQuiet && isSaved) announce(draftSaved)
    else void toast(...saveToast(brand, outcome, isFresh))
  }

  return {
    rows: edits.rows,
    count: present(edits).length,
    full: isFull(edits),
    unsaved,
    saving,
    failures: lastSave.failures,
    /** The last save changed something, all of it was saved, and nothing was edited since. */
    hasJustSaved: !unsaved && lastSave.changed && lastSave.failures.length === 0,
    anySaved: lastSave.changed,
    wasDraft,
    /** Nothing of it is saved yet. */
    isNew: edits.saved.length === 0 && !wasDraft,
    /** The seven places and the field stay until seven are saved. The draft of a new account is about to be saved. */
    showsPlaces: edits.saved.length < maxTracks && !(wasDraft && edits.saved.length === 0),
    /** The id of the row that was removed last on this page: its Undo takes the focus. */
    lastRemovedId,
    /** What screen readers are told. */
    announcement,
    announce,
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
          : `${tracks.length} tracks added as numbers ${rankRange(rank, tracks.length)}. Not saved yet.`,
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
      setLastRemovedId(row.id)
      dispatch({ type: 'remove', id: row.id })
      announce(`${trackTitle(row)} removed. Not saved yet.`)
    },
    undo(row: Row) {
      dispatch({ type: 'undo', id: row.id })
      announce(`${trackTitle(row)} is back.`)
    },
    move(from: number, to: number) {
      dispatch({ type: 'move', from, to, at: Date.now() })
      announce(`Now number ${rankAfterMove(edits.rows, from, to)}. Not saved yet.`)
    },
    cancel() {
      setLastRemovedId(null)
      dispatch({ type: 'cancel' })
      setLastSave(noSave)
      void toast('Changes cancelled', {
        description: `Reverted to original ${brand}`,
        action: {
          label: 'Undo',
          // The cancelled edits come on top of those made since.
          onClick: () =>
            stored.write(
              textOf(
                rebase(edits, startEdits(edits.saved), editsOf(stored.read(), knownList ?? noList)),
              ),
            ),
        },
      })
    },
    save,
  }
}

/** Acts one at a time in all tabs of this browser. Without https there are no locks. */
const oneAtATime = <T>(name: string, act: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(name, act) : act()

/** The response to a request that is in flight may be older than the last change. */
async function fetchTracks(client: QueryClient) {
  await client.cancelQueries({ queryKey: tracksQuery.queryKey })
  return client.fetchQuery({ ...tracksQuery, staleTime: 0 })
}

const noSave: Pick<SaveOutcome, 'failures' | 'changed'> = { failures: [], changed: false }

const callsOf = (client: QueryClient): SaveCalls => ({
  remove: id => call('DELETE /api/tracks/:id', { params: { id } }),
  add: spotifyUrl => call('POST /api/tracks', { body: { spotifyUrl } }),
  list: () => fetchTracks(client),
  rank: tracks => call('PUT /api/tracks/rank', { body: { tracks } }),
})
