import { useEffect, useEffectEvent } from 'react'
import { isWords } from '../../spotify/links/read-paste.shared.ts'
import { howToPasteLink } from '../../spotify/page-links.shared.ts'
import { FoundTracks } from '../../tracks/screens/editor/add/found-tracks.tsx'
import { usePaste } from '../../tracks/screens/editor/add/previews.ts'
import type { NewTrack } from '../../tracks/screens/editor/local-edits.ts'
import { Spinner } from '../../ui/data/loading.tsx'

const oneSong = { trackIds: [], room: 1, noRoom: 'only one song goes' }

type SongResultsProps = { text: string; onChoose: (track: NewTrack) => void }

/** What is found for the words of the field; the track of a link is chosen by itself. */
export function SongResults({ text, onChoose }: SongResultsProps) {
  const { items, isSearch, plan } = usePaste(text, oneSong)
  const linked = isSearch ? undefined : plan.tracks[0]
  const chooseLinked = useEffectEvent(() => linked && onChoose(linked))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each track
  useEffect(() => {
    chooseLinked()
  }, [linked?.spotify_track_id])
  if (isSearch) return <FoundTracks words={text} ref={null} onAdd={onChoose} />
  if (plan.isLooking)
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-muted">
        <Spinner />
        Looking it up…
      </p>
    )
  const refused = plan.rows.find(row => row.state === 'left out')
  return (
    <p role="status" className="text-sm font-medium first-letter:uppercase">
      {isWords(items) ? `This is no link. ${howToPasteLink}` : refused?.reason}
    </p>
  )
}
