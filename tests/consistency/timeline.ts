import { isDeepStrictEqual } from 'node:util'
import { expectedResponse, isModelled, type Observed, type State, type Viewer } from './model.ts'

/** A state, from when its write began until when the next one's was answered it may be seen. */
type Version = { state: State; begunAt: number; doneAt: number }

/** Milliseconds for which visitors may see an old state; members see every change at once. */
const visitorMs = 2_000

/** The states that the writes have led to, one after the other. Times are those of `performance.now()`. */
export function startTimeline(initial: State) {
  const versions: Version[] = [{ state: initial, begunAt: 0, doneAt: 0 }]
  return {
    newest: () => (versions.at(-1) as Version).state,

    /** Records that `write` leads to the state that `change` makes of the newest one. */
    async write(change: (state: State) => void, write: () => Promise<void>) {
      const state = structuredClone((versions.at(-1) as Version).state)
      change(state)
      const version = { state, begunAt: performance.now(), doneAt: Number.POSITIVE_INFINITY }
      versions.push(version)
      await write()
      version.doneAt = performance.now()
    },

    /**
     * Null when a response to a request that was sent and answered at these times may be what was
     * observed, otherwise what it could have been. `status` null is one that is not known, but not 200.
     */
    findFault(
      request: { viewer: Viewer; path: string; sentAt: number; answeredAt: number },
      observed: Omit<Observed, 'status'> & { status: number | null },
    ) {
      const { viewer, path, sentAt, answeredAt } = request
      if (!isModelled(path)) return null
      const from = viewer === null ? sentAt - visitorMs : sentAt
      const possible = versions
        .filter(({ begunAt }, index) => {
          const next = versions[index + 1]
          return begunAt <= answeredAt && (!next || next.doneAt >= from)
        })
        .map(({ state }) => expectedResponse(state, viewer, path))
        .filter(({ status }) =>
          observed.status === null ? status !== 200 : status === observed.status,
        )
      const fits =
        possible.length > 0 &&
        Object.entries(observed.parts).every(([name, value]) =>
          possible.some(({ parts }) => isDeepStrictEqual(parts[name], value)),
        )
      return fits ? null : { ...request, observed, possible }
    },
  }
}
