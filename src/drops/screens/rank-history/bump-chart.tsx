import type { KeyboardEvent, ReactNode } from 'react'
import { trackTitle } from '../../../spotify/track-title.shared.ts'
import { TrackArt } from '../../../tracks/screens/track-art.tsx'
import { classes } from '../../../ui/classes.ts'
import type { RankedTrack, RankHistory } from '../../drops.schemas.ts'
import { linesOf, type Scale, scaleFor } from './bump-lines.ts'

/**
 * A line for each track over the drops, as on the poster: number one is gold, those of the newest drop are thick. It is as
 * wide as its page, or scrolled, with the right end in view first.
 */
export function BumpChart({ drops, tracks, label }: RankHistory & { label: string }) {
  const ranks = Math.max(...tracks.flatMap(track => track.ranks.map(rank => rank ?? 1)))
  const scale = scaleFor(drops.length, ranks)
  // Number one is drawn last, over the others, and has the focus first: see `moveFocus`.
  const sorted = tracks.toSorted((a, b) => (b.newest_rank ?? 99) - (a.newest_rank ?? 99))
  return (
    <div className="flex forced-colors:[--canvas:Canvas] forced-colors:[--gold:Highlight] forced-colors:[--ink:CanvasText] forced-colors:[--line:GrayText] forced-colors:[--muted:CanvasText]">
      {/* The direction makes the browser start at the right end, without a script. */}
      <section
        dir="rtl"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to scroll it
        tabIndex={0}
        aria-label={`${label}; the arrow keys go from track to track`}
        className="fades-where-cut min-w-0 grow overflow-x-auto rounded-control"
      >
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: the section has a name, and each line its own */}
        <svg
          width="100%"
          height={scale.height}
          style={{ minWidth: scale.width }}
          onKeyDown={moveFocus}
          className="group/chart block max-w-none [direction:ltr]"
        >
          <Grid drops={drops} ranks={ranks} scale={scale} />
          {sorted.map((track, index) => (
            <TrackLine
              key={track.spotify_track_id}
              track={track}
              scale={scale}
              isFirst={index === sorted.length - 1}
            />
          ))}
        </svg>
      </section>
      <EndLabels tracks={tracks} last={drops.length - 1} />
    </div>
  )
}

type GridProps = { drops: RankHistory['drops']; ranks: number; scale: Scale }

function Grid({ drops, ranks, scale }: GridProps) {
  return (
    <g>
      {Array.from({ length: ranks }, (_, index) => scale.y(index + 1)).map(y => (
        <line key={y} x1="0" x2="100%" y1={y} y2={y} className="stroke-line" strokeWidth="1" />
      ))}
      {drops.map(({ drop_number }, index) => (
        <text
          key={drop_number}
          x={shareOf(scale, index)}
          y={scale.height - 6}
          textAnchor="middle"
          className="fill-muted text-[0.6875rem] tabular-nums"
        >
          #{drop_number}
        </text>
      ))}
    </g>
  )
}

/** Where a drop is in the chart's width, which the browser stretches: text is placed by it, lines by `Stretched`. */
const shareOf = ({ x, width }: Scale, drop: number) => `${(100 * x(drop)) / width}%`

/** Draws in the scale's units. Strokes keep their width, and round ends their shape. */
const Stretched = ({ scale, children }: { scale: Scale; children: ReactNode }) => (
  <svg
    aria-hidden="true"
    width="100%"
    height={scale.height}
    viewBox={`0 0 ${scale.width} ${scale.height}`}
    preserveAspectRatio="none"
    className="overflow-visible *:[vector-effect:non-scaling-stroke]"
  >
    {children}
  </svg>
)

type TrackLineProps = { track: RankedTrack; scale: Scale; isFirst: boolean }

function TrackLine({ track, scale, isFirst }: TrackLineProps) {
  const isNewest = track.newest_rank !== null
  const points = track.ranks.flatMap((rank, drop) => (rank === null ? [] : { rank, drop }))
  const { line, absences } = linesOf(points, scale)
  const last = points.at(-1)
  // Lines without a length have round ends, so all dots are one element.
  const dots = points.map(({ rank, drop }) => `M${scale.x(drop)} ${scale.y(rank)}h0`).join('')
  const name = [trackTitle(track), track.artist].filter(Boolean).join(' – ')
  const { color, width } = lookOf(track)
  const isInRightHalf = last !== undefined && scale.x(last.drop) > scale.width / 2
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the focus shows its name
    <g
      data-track=""
      role="img"
      tabIndex={isFirst ? 0 : -1}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      className={classes(
        'group/track outline-none transition-opacity duration-150 group-has-[[data-track]:focus-visible]/chart:opacity-20 group-has-[[data-track]:hover]/chart:opacity-20 hover:opacity-100! focus-visible:opacity-100!',
        color,
      )}
    >
      <title>{`${name}: ${pluralRanks(points)}`}</title>
      <Stretched scale={scale}>
        <path d={line} stroke="transparent" strokeWidth="18" />
        {isNewest && absences && (
          <path d={absences} strokeWidth="1.5" strokeOpacity="0.6" strokeDasharray="2 5" />
        )}
        <path
          d={line}
          className={classes(
            width,
            'group-focus-visible/track:[stroke-width:6] group-hover/track:[stroke-width:6]',
          )}
        />
        <path d={dots} strokeWidth={isNewest ? 13 : 8} className="stroke-canvas" />
        <path d={dots} strokeWidth={isNewest ? 9 : 4} />
      </Stretched>
      {last && (
        <text
          x={shareOf(scale, last.drop)}
          dx={isInRightHalf ? 8 : -8}
          y={scale.y(last.rank) - 10}
          textAnchor={isInRightHalf ? 'end' : 'start'}
          strokeWidth="5"
          strokeLinejoin="round"
          className="pointer-events-none fill-ink stroke-canvas text-[0.8125rem] [unicode-bidi:plaintext] font-bold opacity-0 [paint-order:stroke] group-focus-visible/track:opacity-100 group-hover/track:opacity-100"
        >
          {name}
        </text>
      )}
    </g>
  )
}

const pluralRanks = (points: { rank: number }[]) =>
  points.length === 1
    ? `number ${points[0]?.rank} on 1 drop`
    : `${points.length} drops, peak ${Math.min(...points.map(({ rank }) => rank))}`

function EndLabels({ tracks, last }: { tracks: RankedTrack[]; last: number }) {
  const ends = tracks.flatMap(track => {
    const rank = track.ranks[last]
    return rank ? { rank, track } : []
  })
  return (
    <ol aria-hidden="true" className="w-36 shrink-0 pt-3 pl-1 sm:w-64">
      {ends
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ rank, track }) => (
          <li
            key={rank}
            className={classes(
              'flex h-9 items-center gap-2 text-xs leading-[1.2] sm:text-sm sm:leading-[1.15]',
              rank === 1 && 'text-gold',
            )}
          >
            <span className="w-4 shrink-0 text-right font-display text-base font-extrabold">
              {rank}
            </span>
            <TrackArt track={track} className="w-7! shrink-0" />
            {/* A row has room for two lines, or for one where text is twice as large. */}
            <bdi
              translate="no"
              className="line-clamp-2 max-h-[clamp(1lh,(36px-2lh)*999,2lh)] font-semibold text-ink"
            >
              {trackTitle(track)}
            </bdi>
          </li>
        ))}
    </ol>
  )
}

function lookOf({ newest_rank }: RankedTrack) {
  if (newest_rank === 1) return { color: 'text-gold', width: '[stroke-width:5]' }
  if (newest_rank) return { color: 'text-ink/75', width: '[stroke-width:3]' }
  return { color: 'text-ink/30', width: '[stroke-width:1.5]' }
}

function moveFocus(event: KeyboardEvent<SVGSVGElement>) {
  const step = { ArrowDown: -1, ArrowRight: -1, ArrowUp: 1, ArrowLeft: 1 }[event.key]
  if (!step) return
  const tracks = [...event.currentTarget.querySelectorAll<SVGGElement>('[data-track]')]
  const from = event.target as SVGGElement
  const next = tracks[tracks.indexOf(from) + step]
  if (!next) return
  event.preventDefault()
  from.tabIndex = -1
  next.tabIndex = 0
  next.focus()
}
