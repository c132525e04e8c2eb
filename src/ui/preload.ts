/** Fetches a lazy part before it is asked for. A failure says nothing yet: asking for the part tries again. */
export function preload(load: () => Promise<unknown>) {
  load().catch(() => {})
}
