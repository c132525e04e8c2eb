import { useCurrentUser } from '../../members/screens/use-current-user.ts'

/** Developers see it where others see the player. */
export function DevPlaceholder({ size }: { size: keyof typeof sizes }) {
  const isDev = useCurrentUser()?.is_dev_user
  return isDev && <p className={sizes[size]}>Spotify preview disabled in dev mode</p>
}

const box =
  'grid w-full place-items-center rounded-xl border border-dashed border-line-strong px-3 text-center text-sm text-muted'
const sizes = { tall: `${box} h-22.5`, normal: `${box} h-20`, line: 'text-xs text-muted' }
