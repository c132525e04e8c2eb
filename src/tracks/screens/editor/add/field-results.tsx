import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { isWords } from '../../../../spotify/links/read-paste.shared.ts'
import { howToPasteLink } from '../../../../spotify/page-links.shared.ts'
import { useDebounced } from '../../../../ui/forms/search-field.tsx'
import type { NewTrack, Row } from '../local-edits.ts'
import { FoundTracks } from './found-tracks.tsx'
import { PastedTracks } from './pasted-tracks.tsx'
import { type LeftOut, listToFill, planPaste } from './plan-paste.ts'
import { settlePreviews, usePaste } from './previews.ts'

type FieldResultsProps = {
  text: string
  rows: Row[]
  /** The row whose place the next track takes. */
  replaced?: Row | undefined
  onAdd: (tracks: NewTrack[], leftOut: LeftOut[]) => void
}

/** What is found for the words of the field, or the tracks of its links, which add themselves: they are chosen already. */
export function FieldResults({ text, rows, replaced, onAdd }: FieldResultsProps) {
  const list = listToFill(rows, replaced)
  const { items, isSearch, plan } = usePaste(text, list)
  const client = useQueryClient()
  const debounced = useDebounced(text)
  const settle = useEffectEvent(() => (isSearch ? null : settlePreviews(client, items)))
  const addFound = useEffectEvent((foundOf: Parameters<typeof planPaste>[1]) => {
    const { tracks, leftOut } = planPaste(items, foundOf, list)
    if (text === debounced && tracks.length > 0) onAdd(tracks, leftOut)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text that stays
  useEffect(() => {
    let isCurrent = true
    void settle()?.then(foundOf => isCurrent && addFound(foundOf))
    return () => {
      isCurrent = false
    }
  }, [debounced])
  return (
    <div className="rounded-card border border-line bg-surface p-2 pt-3">
      {isSearch ? (
        <FoundTracks words={text} ref={null} onAdd={track => onAdd([track], [])} />
      ) : (
        <>
          <PastedTracks rows={plan.rows} firstRank={replaced?.rank ?? rows.length + 1} />
          {isWords(items) && <p className="p-2 text-sm text-muted">{howToPasteLink}</p>}
        </>
      )}
    </div>
  )
}
