const days = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A day as "Nov 18, 2026", the same on the server and in every browser. */
export function DropDate({ at }: { at: string }) {
  return <time dateTime={at}>{days.format(new Date(at))}</time>
}
