import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSite } from '../../../site/site.tsx'
import { trackTitle } from '../../../spotify/track-title.shared.ts'
import { QueryList } from '../../../ui/data/query-list.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { tracksQuery } from '../own-list.ts'
import { SevenCovers } from '../seven-covers.tsx'
import { TrackArt } from '../track-art.tsx'

type SwapDialogProps = {
  title: string
  isPending: boolean
  onChoose: (id: number) => void
  onClose: () => void
}

/** Asks which track of a full list goes; its place opens under the pointer or focus. */
export function SwapDialog({ title, isPending, onChoose, onClose }: SwapDialogProps) {
  const { brand } = useSite()
  const list = useQuery({ ...tracksQuery, staleTime: 0 })
  const [openPlace, setOpenPlace] = useState<number>()
  return (
    <Dialog
      onClose={onClose}
      title="Swap track"
      description={`Your ${brand} is full. Which track does “${title}” replace?`}
    >
      {list.data && (
        <SevenCovers tracks={list.data} layout="strip" hasPlaces openPlace={openPlace} />
      )}
      <QueryList
        query={list}
        rows={list.data}
        isFailed={list.isError && !list.data}
        errorTitle={`Unable to load your ${brand}`}
        empty={null}
        className="@container grid grid-cols-1 gap-1"
      >
        {track => (
          <li key={track.id}>
            <button
              type="button"
              disabled={isPending}
              onClick={() => onChoose(track.id)}
              onPointerEnter={() => setOpenPlace(track.rank)}
              onFocus={() => setOpenPlace(track.rank)}
              className="grid w-full grid-cols-[1.5rem_--spacing(11)_minmax(0,1fr)] items-center gap-3 rounded-control p-1.5 text-left hover:bg-sunken disabled:opacity-55"
            >
              <span className="text-center font-display text-xl font-extrabold">{track.rank}</span>
              <TrackArt track={track} className="size-11" />
              <span className="min-w-0 leading-snug">
                <span
                  dir="auto"
                  translate="no"
                  className="block truncate text-left font-bold @max-3xs:whitespace-normal"
                >
                  {trackTitle(track)}
                </span>
                <span
                  dir="auto"
                  translate="no"
                  className="block truncate text-left text-sm text-muted @max-3xs:whitespace-normal"
                >
                  {track.artist}
                </span>
              </span>
            </button>
          </li>
        )}
      </QueryList>
    </Dialog>
  )
}
