import { classes } from '../ui/classes.ts'

type LogoProps = {
  className?: string
  outline?: boolean
  animated?: boolean
}

export function Logo({ className = 'size-8', outline = false, animated = false }: LogoProps) {
  return (
    <svg viewBox="0 0 64 64" className={classes('shrink-0', className)} aria-hidden="true">
      <path
        d={`M32 32L${firstX} ${firstY}`}
        stroke="currentColor"
        strokeWidth={outline ? 2.5 : 4.5}
        strokeLinecap="round"
        className={animated ? 'origin-center animate-turn' : undefined}
      />
      <path
        d={otherDots}
        fill={outline ? 'none' : 'currentColor'}
        stroke={outline ? 'currentColor' : 'none'}
        strokeWidth="1.75"
      />
      <circle
        cx={firstX}
        cy={firstY}
        r={firstRadius}
        className={outline ? 'fill-canvas' : 'fill-gold'}
        stroke={outline ? 'currentColor' : 'none'}
        strokeWidth="2.5"
      />
    </svg>
  )
}

export function Wordmark({ brand }: { brand: string }) {
  return (
    <span className="inline-flex items-center gap-2 text-2xl whitespace-nowrap text-ink">
      <Logo className="size-[1.45em]" />
      <span className="font-display font-extrabold tracking-tight">{brand}</span>
    </span>
  )
}

const [firstX, firstY, firstRadius] = [47.4, 14.9, 7.8]
const otherDots = [
  circlePath(28.2, 9.3, 6),
  circlePath(11.9, 20.8, 5.6),
  circlePath(10.7, 40.7, 5.1),
  circlePath(25.6, 54.1, 4.5),
  circlePath(45.2, 50.8, 3.9),
  circlePath(55, 33.4, 3.3),
].join('')

/** A circle as part of a path: one element with several circles renders faster than an element for each. */
function circlePath(x: number, y: number, radius: number): string {
  const arc = `a${radius} ${radius} 0 1 0`
  return `M${toTenths(x - radius)} ${y}${arc} ${toTenths(2 * radius)} 0${arc} ${toTenths(-2 * radius)} 0`
}

function toTenths(n: number): number {
  return Math.round(n * 10) / 10
}
