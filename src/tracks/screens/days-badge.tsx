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
      className="relative z-10 rounded-md before:mr-1.5 before:content-['·'] after:pointer-events-none after:absolute after:bottom-full after:left-1/2 after:z-10 after:mb-2 after:w-max after:max-w-[40vw] after:-translate-x-1/2 after:rounded-md after:bg-ink after:px-2.5 after:py-1.5 after:text-sm after:font-medium after:text-canvas after:opacity-0 after:transition-opacity after:delay-0 after:duration-150 after:content-[attr(aria-label)] hover:after:opacity-100 hover:after:delay-700 focus-visible:after:opacity-100"
    >
      {`${days}d`}
    </span>
  )
}
