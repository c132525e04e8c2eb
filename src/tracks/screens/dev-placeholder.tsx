import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { classes } from '../../ui/classes.ts'

/** Developers see it where others see the player. */
export function DevPlaceholder({ tall = false }: { tall?: boolean }) {
  const isDev = useCurrentUser()?.is_dev_user
  if (!isDev) return null
  return (
    <p
      className={classes(
        'grid w-full place-items-center rounded-xl border border-dashed border-line-strong px-3 text-center text-sm text-muted',
        tall ? 'h-22.5' : 'h-20',
      )}
    >
      Spotify preview disabled in dev mode
    </p>
  )
}
