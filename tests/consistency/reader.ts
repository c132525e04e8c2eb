import { isModelled, observedParts, type State, type Viewer } from './model.ts'
import type { startTimeline } from './timeline.ts'

type Options = {
  timeline: ReturnType<typeof startTimeline>
  /** Addresses of the processes. */
  urls: string[]
  /** Cookies of the members. */
  cookies: string[]
}

/** Reads a page or call and throws when the response cannot be right. */
export function createReader({ timeline, urls, cookies }: Options) {
  const totals = { olderThanNewest: 0 }
  return { totals, read }

  async function read(process: number, viewer: Viewer, path: string) {
    const sentAt = performance.now()
    const atSend = timeline.newest()
    const response = await fetch(`${urls[process]}${path}`, {
      redirect: 'manual',
      headers: viewer === null ? {} : { cookie: cookies[viewer] ?? '' },
    })
    const text = await response.text()
    const answeredAt = performance.now()
    const check = (seen: string, status: number | null, parts: Record<string, unknown>) => {
      const fault = timeline.findFault(
        { viewer, path: seen, sentAt, answeredAt },
        { status, parts },
      )
      if (fault) {
        const observed = JSON.stringify({ page: path, process, ...fault }, null, 1)
        throw new Error(`A response that cannot be right: ${observed}`)
      }
    }
    const { status } = response
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const location = response.headers.get('location')
    check(
      path,
      status,
      status === 200 && isJson
        ? observedParts(path, JSON.parse(text))
        : location
          ? { location }
          : {},
    )
    if (viewer === null && status === 200 && !showsNewest(text, path, atSend))
      totals.olderThanNewest++
    if (isJson) return
    for (const { path: call, data } of callsIn(text)) {
      if (!isModelled(call)) continue
      check(call, data === null ? null : 200, data === null ? {} : observedParts(call, data))
    }
    if (viewer === null && text.includes('@mail.test'))
      throw new Error(`A visitor's ${path} has a member's address`)
  }
}

/** The calls whose responses are in a page. */
function callsIn(html: string): { path: string; data: unknown }[] {
  const json = /<script type="application\/json" id="state">(.*?)<\/script>/s.exec(html)?.[1]
  if (!json) return []
  const { queries } = JSON.parse(json) as {
    queries: [key: [string, Record<string, string>], data: unknown][]
  }
  return queries.map(([[pattern, params], data]) => ({
    path: pattern.replace(/:(\w+)/g, (_, name: string) => String(params[name])),
    data,
  }))
}

/** Whether a profile has the member's newest list. */
function showsNewest(html: string, path: string, state: State): boolean {
  const member = state.members.find(({ name }) => path.endsWith(`/${name}`))
  return !member || member.tracks.every(track => html.includes(track))
}
