import { paths } from '../../../contract/paths.shared.ts'
import { TrackLink } from '../../../spotify/screens/track-link.tsx'
import { TextLink } from '../../../ui/routing/link.tsx'
import { useFormatDate } from '../../../ui/text/dates.tsx'
import type { RankHistory } from '../../drops.schemas.ts'

type RankTableProps = RankHistory & { username: string; label: string }

export function RankTable({ drops, tracks, username, label }: RankTableProps) {
  const ranks = Math.max(...tracks.flatMap(track => track.ranks.map(rank => rank ?? 1)))
  const formatDate = useFormatDate()
  const columns = Array.from({ length: ranks }, (_, index) => index + 1)
  const rows = drops.map((drop, index) => ({
    ...drop,
    ranked: columns.map(rank => tracks.find(({ ranks }) => ranks[index] === rank)),
  }))
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to scroll it
      tabIndex={0}
      aria-label={label}
      // `relative`, because the hidden words in it would otherwise widen the page.
      className="relative overflow-x-auto rounded-card border border-line bg-surface text-sm"
    >
      <table className="w-full min-w-220 text-left">
        <thead className="bg-sunken">
          <tr>
            <th scope="col" className="p-2.5">
              Drop
            </th>
            {columns.map(rank => (
              <th key={rank} scope="col" className="p-2.5">
                <span className="sr-only">Number </span>
                {rank}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map(({ drop_number, created_at, ranked }) => (
            <tr key={drop_number} className="border-t border-line align-top">
              <th scope="row" className="p-2.5 font-normal whitespace-nowrap">
                <TextLink href={paths.drop(username, drop_number)}>#{drop_number}</TextLink>
                <span className="block text-xs text-muted">{formatDate(created_at)}</span>
              </th>
              {ranked.map((track, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the column is the rank
                <td key={index} dir="auto" className="p-2.5">
                  {track ? <TrackLink track={track} /> : <span className="text-muted">–</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
