const days = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/** The day of an ISO time as "Nov 18, 2026", in UTC, so that server and browser write the same. */
export const dayOf = (time: string): string => days.format(new Date(time))
