import { classes } from './classes.ts'
import { palette } from './theme/colors.ts'
import { pickBySeed } from './theme/pick-by-seed.ts'
import { useImageFailure } from './theme/use-image-failure.ts'

type AvatarProps = {
  name: string
  src?: string | null
  size?: keyof typeof sizes
  className?: string
}

/** A person's picture, or while there is none or it cannot be loaded their initial on a color derived from the name. Hidden from screen readers, because the name is next to it. */
export function Avatar({ name, src, size = 'md', className }: AvatarProps) {
  const [box, pixels] = sizes[size]
  const { hasFailed, img } = useImageFailure(src)
  if (src && !hasFailed) {
    return (
      <img
        {...img}
        src={src}
        alt=""
        width={pixels}
        height={pixels}
        decoding="async"
        className={classes('shrink-0 rounded-full bg-sunken object-cover', box, className)}
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      style={{ backgroundColor: pickBySeed(palette, name.toLowerCase()).background }}
      className={classes(
        'inline-grid shrink-0 place-items-center rounded-full font-display leading-none! font-bold text-white select-none border border-transparent cover-colors:bg-ink! cover-colors:text-canvas',
        box,
        className,
      )}
    >
      {[...name][0]?.toUpperCase() ?? '?'}
    </span>
  )
}

const sizes = {
  sm: ['size-8 text-sm', 32],
  md: ['size-11 text-lg', 44],
  xl: ['size-28 text-5xl', 112],
} as const
