const quietMs = 60_000

/**
 * Calls `write` for the first failure at once, and while there are more once a minute, with their number since and the
 * fields of the last. So a short outage is counted too.
 */
export function summarizeFailures<Fields extends object>(
  write: (fields: Fields & { failures: number }) => void,
): (fields: Fields) => void {
  let last: Fields | undefined
  let failures = 0
  let timer: NodeJS.Timeout | undefined

  function flush() {
    timer = undefined
    if (!last) return
    const summary = { ...last, failures }
    last = undefined
    failures = 0
    timer = setTimeout(flush, quietMs).unref()
    write(summary)
  }

  return fields => {
    last = fields
    failures++
    if (!timer) flush()
  }
}
