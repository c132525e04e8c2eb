import { CircleSlash2 } from 'lucide'
import { trackTitle } from '../../../../spotify/track-title.shared.ts'
import { Spinner } from '../../../../ui/data/loading.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { TrackArt } from '../../track-art.tsx'
import type { PlannedRow } from './plan-paste.ts'

/** `firstRank` is that of the first row that is not left out. */
type PastedTracksProps = { rows: PlannedRow[]; firstRank?: number }

export function PastedTracks({ rows, firstRank = 1 }: PastedTracksProps) {
  let rank = firstRank
  return (
    <ul className="@container grid grid-cols-1 gap-2.5">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows change in place while they are looked up
        <li key={index} className={pastedRow}>
          <PastedRow row={row} rank={row.state === 'left out' ? null : rank++} />
        </li>
      ))}
    </ul>
  )
}

const pastedRow = 'grid grid-cols-[--spacing(11)_minmax(0,1fr)_auto] items-center gap-3'

function PastedRow({ row, rank }: { row: PlannedRow; rank: number | null }) {
  if (row.state === 'left out')
    return (
      <>
        <LeftOutIcon />
        <p className="col-span-2 min-w-0 text-sm">
          <span dir="auto" className="block truncate text-left text-muted">
            {row.text}
          </span>
          <span className="sr-only">Left out: </span>
          <span className="block font-medium first-letter:uppercase">{row.reason}</span>
        </p>
      </>
    )
  const badge = (
    <span className="font-display text-2xl font-extrabold text-muted">
      <span className="sr-only">Becomes number </span>
      {rank}
    </span>
  )
  if (row.state === 'looking')
    return (
      <>
        <span className="grid size-11 place-items-center rounded-art bg-sunken text-muted">
          <Spinner />
        </span>
        <p className="truncate text-sm text-muted">{row.text}</p>
        {badge}
      </>
    )
  return (
    <>
      <TrackArt track={row.track} className="size-11" />
      <p className="min-w-0 leading-snug">
        <span className="line-clamp-2 font-bold @max-3xs:line-clamp-none">
          <bdi translate="no">{trackTitle(row.track)}</bdi>
        </span>
        {row.track.artist && (
          <span
            dir="auto"
            translate="no"
            className="block truncate text-left text-sm text-muted @max-3xs:whitespace-normal"
          >
            {row.track.artist}
          </span>
        )}
      </p>
      {badge}
    </>
  )
}

const LeftOutIcon = () => (
  <span className="grid size-11 place-items-center rounded-art border border-dashed border-line-strong text-muted">
    <Icon icon={CircleSlash2} size={18} />
  </span>
)
