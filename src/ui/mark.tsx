import { classes } from './classes.ts'

type MarkProps = {
  /** Size and colour: "size-8 text-ink". */
  className?: string
  /** Only the outlines of the seven: nothing found yet. */
  empty?: boolean
  /** One turn of the sweep when it appears. */
  sweep?: boolean
}

/** A radar's sweep and its seven blips, fading behind it; the first, just found, in gold. */
export function Mark({ className = 'size-8', empty = false, sweep = false }: MarkProps) {
  const [[topX, topY, topSize], ...others] = blips
  return (
    <svg viewBox="0 0 64 64" className={classes('shrink-0', className)} aria-hidden="true">
      <path
        d={`M32 32L${topX} ${topY}`}
        stroke="currentColor"
        strokeWidth={empty ? 2.5 : 4.5}
        strokeLinecap="round"
        className={sweep ? 'origin-center animate-sweep' : undefined}
      />
      {others.map(([x, y, size]) => (
        <circle
          key={x}
          cx={x}
          cy={y}
          r={size}
          fill={empty ? 'none' : 'currentColor'}
          stroke={empty ? 'currentColor' : 'none'}
          strokeWidth="1.75"
        />
      ))}
      <circle
        cx={topX}
        cy={topY}
        r={topSize}
        className={empty ? 'fill-canvas' : 'fill-gold'}
        stroke={empty ? 'currentColor' : 'none'}
        strokeWidth="2.5"
      />
    </svg>
  )
}

/** The mark and the brand's name beside it. */
export function Wordmark({ brand, className }: { brand: string; className?: string }) {
  return (
    <span className={classes('inline-flex items-center gap-2 whitespace-nowrap', className)}>
      <Mark className="size-[1.45em]" />
      <span className="font-display font-extrabold tracking-tight">{brand}</span>
    </span>
  )
}

const blips: [Blip, ...Blip[]] = [
  [47.4, 14.9, 7.8],
  [28.2, 9.3, 6],
  [11.9, 20.8, 5.6],
  [10.7, 40.7, 5.1],
  [25.6, 54.1, 4.5],
  [45.2, 50.8, 3.9],
  [55, 33.4, 3.3],
]
type Blip = [x: number, y: number, size: number]
