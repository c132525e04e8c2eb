import { useSite } from '../../ui/site.tsx'

const dayMs = 86_400_000
const oldAfterDays = 30

/** The number of days that a track has been on its list, from 30 on. CSS alone shows the long form on hover and focus. */
export function DaysBadge({ since }: { since: string | undefined }) {
  const { brand, now } = useSite()
  const days = since ? Math.floor((now - Date.parse(since)) / dayMs) : 0
  if (!(days >= oldAfterDays)) return null
  return (
    <>
      <span aria-hidden="true">·</span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach what hovering shows */}
      <span tabIndex={0} className="group relative z-10 rounded-md">
        <span aria-hidden="true">{days}d</span>
        <span className="pointer-events-none absolute bottom-full left-1/2 z-10 mb-2 w-max max-w-[40vw] -translate-x-1/2 rounded-md bg-ink px-2.5 py-1.5 text-sm font-medium text-canvas opacity-0 transition-opacity delay-0 duration-150 group-hover:opacity-100 group-hover:delay-700 group-focus-visible:opacity-100">
          {days} days on {brand}
        </span>
      </span>
    </>
  )
}
