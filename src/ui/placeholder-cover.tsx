import type { CSSProperties } from 'react'
import { classes } from './classes.ts'
import { palette } from './colors.ts'
import { circlePath, toTenths } from './logo.tsx'
import { pickBySeed, seededRandom } from './seeded-random.ts'

type PlaceholderCoverProps = {
  seed: string
  className?: string
  style?: CSSProperties | undefined
}

/** A cover generated from the seed, in place of unknown artwork: rings around a point and seven dots on them. */
export function PlaceholderCover({ seed, className, style }: PlaceholderCoverProps) {
  const next = seededRandom(seed)
  const [x, y] = pickBySeed(centers, `${seed}centre`)
  const { background, tint } = pickBySeed(palette, seed)
  const gap = 13 + next() * 6
  return (
    <svg
      viewBox="0 0 100 100"
      style={style}
      className={classes('overflow-hidden rounded-art', className)}
      aria-hidden="true"
    >
      <rect width="100" height="100" fill={background} />
      <path
        d={[7, 5, 3, 1].map(ring => circlePath(x, y, toTenths((ring + 0.5) * gap))).join('')}
        fill="none"
        stroke={tint}
        strokeOpacity="0.22"
        strokeWidth={toTenths(gap)}
      />
      <path
        d={dotsAround(x, y, gap, next)
          .map(dot => circlePath(...dot))
          .join('')}
        fill={tint}
      />
    </svg>
  )
}

/** Seven dots on the rings, inside the square, each smaller than the previous one. */
function dotsAround(
  x: number,
  y: number,
  gap: number,
  next: () => number,
): [x: number, y: number, size: number][] {
  return [7, 5.6, 4.8, 4, 3.3, 2.7, 2.2].map(size => {
    for (let tries = 0; tries < 12; tries++) {
      const angle = next() * 2 * Math.PI
      const radius = gap * (1 + Math.floor(next() * 6))
      const cx = toTenths(x + radius * Math.cos(angle))
      const cy = toTenths(y + radius * Math.sin(angle))
      if (cx > 9 && cx < 91 && cy > 9 && cy < 91) return [cx, cy, size]
    }
    return [x, y, size]
  })
}

type Center = [x: number, y: number]
const centers: [Center, ...Center[]] = [
  [50, 50],
  [20, 24],
  [82, 80],
  [50, 92],
  [10, 70],
  [76, 18],
]
