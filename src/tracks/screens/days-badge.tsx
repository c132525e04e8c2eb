import { useSite } from '../../site/site.tsx'

const dayMs = 86_400_000
const oldAfterDays = 30

/** The number of days that a track has been on its list, from 30 on. CSS alone shows the long form on hover and focus. */
export function DaysBadge({ since }: { since: string | undefined }) {
  const { brand, now } = useSite()
  const days = since ? Math.floor((now - Date.parse(since)) / dayMs) : 0
  if (!(days >= oldAfterDays)) return null
  return (
    <span
      role="img"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach what hovering shows
      tabIndex={0}
      aria-label={`${days} days on ${brand}`}
      className="days-badge"
    >
      {`${days}d`}
    </span>
  )
}
