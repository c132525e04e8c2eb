type Limits = {
  connections: number
  /** A client has more while over half of all places are free, as a relay that is alone here. */
  connectionsPerClient: number
  startMs: number
  connectionMs: number
}

type Place = {
  id: string
  client: string
  /** `idle` before MAIL FROM, `sending` until the whole mail is there, `answering` while the client waits for us. */
  state: 'idle' | 'sending' | 'answering'
  lifetime: NodeJS.Timeout
  start: NodeJS.Timeout
}

/**
 * The places of an SMTP server. When all are taken, somebody new gets one of whoever has most, so that nobody keeps
 * others out with a few IPs: the newest of those that wait for MAIL FROM, else the newest whose mail has not arrived.
 * If clients have equally many, it is the one that is idle for the longest.
 */
export function openPlaces(limits: Limits, close: (id: string) => void) {
  // The places are in the order in which they began to wait for MAIL FROM.
  const places = new Map<string, Place>()

  const drop = (id: string) => {
    leave(id)
    close(id)
  }

  function leave(id: string) {
    const place = places.get(id)
    clearTimeout(place?.lifetime)
    clearTimeout(place?.start)
    places.delete(id)
  }

  function change(id: string, state: Place['state']) {
    const place = places.get(id)
    if (!place) return
    place.state = state
    clearTimeout(place.start)
    if (state !== 'idle') return
    place.start = setTimeout(() => drop(id), limits.startMs)
    places.delete(id)
    places.set(id, place)
  }

  /** The connection that gives way to one more of `client`; undefined if that has as many as anybody. */
  function whoGivesWay(client: string): Place | undefined {
    const byClient = Map.groupBy(places.values(), place => place.client)
    const ownWithNew = (byClient.get(client)?.length ?? 0) + 1
    const most = Math.max(...[...byClient.values()].map(({ length }) => length))
    if (ownWithNew > most) return undefined
    const candidates = [...byClient.values()]
      .filter(({ length }) => length === most)
      // With equally many, only an idle one: else two clients would take a busy place from each other in turn.
      .map(
        held =>
          held.findLast(isIdle) ?? (most > ownWithNew ? held.findLast(isUnfinished) : undefined),
      )
      .filter(place => place !== undefined)
    // The longest idle one of those, as places are in order.
    const among = new Set(
      candidates.filter(isIdle).length > 0 ? candidates.filter(isIdle) : candidates,
    )
    return places.values().find(place => among.has(place))
  }

  return {
    /** Returns false for a connection that gets none. */
    take(id: string, client: string): boolean {
      const held = places
        .values()
        .reduce((sum, place) => sum + (place.client === client ? 1 : 0), 0)
      if (held >= limits.connectionsPerClient && 2 * places.size >= limits.connections) return false
      if (places.size >= limits.connections) {
        const giving = whoGivesWay(client)
        if (!giving) return false
        drop(giving.id)
      }
      const lifetime = setTimeout(() => drop(id), limits.connectionMs)
      const start = setTimeout(() => drop(id), limits.startMs)
      places.set(id, { id, client, state: 'idle', lifetime, start })
      return true
    },
    begin: (id: string) => change(id, 'sending'),
    beginAnswer: (id: string) => change(id, 'answering'),
    end: (id: string) => change(id, 'idle'),
    leave,
  }
}

const isIdle = ({ state }: Place) => state === 'idle'
const isUnfinished = ({ state }: Place) => state === 'sending'
