import Play from 'lucide-react/icons/play'
import { classes } from '../../ui/classes.ts'

/** Round, as nothing else is. The player takes its place. `small` is quiet, for rows that are there to be edited. */
export function PlayButton({
  title,
  onClick,
  small = false,
}: {
  title: string
  onClick: () => void
  small?: boolean
}) {
  return (
    <button
      type="button"
      aria-label={`Play ${title}`}
      onClick={onClick}
      className={classes(
        'grid shrink-0 place-items-center rounded-full transition-colors hover:bg-accent hover:text-on-accent',
        small ? 'size-9 text-ink' : 'size-11 bg-ink text-canvas',
      )}
    >
      <Play
        size={small ? 15 : 18}
        fill="currentColor"
        aria-hidden="true"
        className="translate-x-px"
      />
    </button>
  )
}
