/** A member as the product's users see them; `follows` are the names' indexes in `State.members`. */
export type ModelMember = {
  name: string
  email: string
  avatar: string | null
  tracks: string[]
  drops: { note: string; tracks: string[] }[]
  follows: number[]
}

/** Everything that responses depend on, at one time. */
export type State = {
  members: ModelMember[]
  /** Indexes of the members who had a name before. */
  previousNames: Record<string, number>
  charts: Charts
}

type Charts = {
  users: { member: number; followers: number; drops: number }[]
  lists: Record<string, number>
  drops: Record<string, number>
}

export type Viewer = number | null

/** Each part is read by a statement of its own, so parts of one response may be of different times. */
export type Observed = { status: number; parts: Record<string, unknown> }

/** What the background job computes. */
export function computedCharts({ members }: State): Charts {
  const count = (ids: string[]) =>
    Object.fromEntries(ids.map(id => [id, ids.filter(other => other === id).length]))
  return {
    users: members.map((member, index) => ({
      member: index,
      followers: followersOf(members, index),
      drops: member.drops.length,
    })),
    lists: count(members.flatMap(({ tracks }) => tracks)),
    drops: count(members.flatMap(({ drops }) => drops.flatMap(({ tracks }) => tracks))),
  }
}

export const isModelled = (path: string) => calls.some(call => call.path.test(path))

/** The response to GET of a call or page in a state. */
export function expectedResponse(state: State, viewer: Viewer, path: string): Observed {
  const { call, names } = findCall(path)
  if (call.isOwn && viewer === null) return { status: 401, parts: {} }
  const name = names[0]
  if (name === undefined) return respond(call.expected({ state, viewer, member: viewer ?? 0 }))
  const member = state.members.findIndex(one => one.name === name)
  if (member >= 0)
    return respond(call.expected({ state, viewer, member, number: Number(names[1]) }))
  const current = state.previousNames[name]
  if (current === undefined) return { status: 404, parts: {} }
  const location = path.replace(`/${name}`, `/${state.members[current]?.name}`)
  return { status: 301, parts: { location } }
}

const respond = (parts: Record<string, unknown> | null) =>
  parts ? { status: 200, parts } : { status: 404, parts: {} }

/** The same parts of the JSON that a call returned. */
export function observedParts(path: string, body: unknown): Record<string, unknown> {
  return findCall(path).call.observed(body as never)
}

type Situation = { state: State; viewer: Viewer; member: number; number?: number }

type CallModel = {
  path: RegExp
  isOwn?: boolean
  expected(situation: Situation): Record<string, unknown> | null
  observed(body: never): Record<string, unknown>
}

type TrackId = { spotify_track_id: string }
type DropItem = { drop_number: number; note: string }

const idsOf = (tracks: TrackId[]) => tracks.map(track => track.spotify_track_id)
const dropList = (member: ModelMember | undefined) =>
  member?.drops.map(({ note }, index) => [index + 1, note]).reverse()
const observedDrops = (drops: DropItem[]) => ({
  drops: drops.map(({ drop_number, note }) => [drop_number, note]),
})
const followersOf = (members: ModelMember[], member: number) =>
  members.filter(({ follows }) => follows.includes(member)).length
const counted = (counts: Record<string, number>) => Object.entries(counts).sort()
const observedCounts = (chart: (TrackId & { count: number })[]) => ({
  tracks: chart.map(({ spotify_track_id, count }) => [spotify_track_id, count]).sort(),
})

const calls: CallModel[] = [
  {
    path: /^\/api\/profile\/([^/]+)$/,
    expected({ state, member }) {
      const { name, avatar, tracks, drops } = state.members[member] as ModelMember
      return { name, avatar, tracks, drops: drops.length, note: drops.at(-1)?.note }
    },
    observed: (body: {
      username: string
      avatar: string
      tracks: TrackId[]
      totalDrops: number
      latestDrop: DropItem | null
    }) => ({
      name: body.username,
      avatar: body.avatar,
      tracks: idsOf(body.tracks),
      drops: body.totalDrops,
      note: body.latestDrop?.note,
    }),
  },
  {
    path: /^\/api\/users\/([^/]+)\/followers-count$/,
    expected: ({ state, member }) => ({ count: followersOf(state.members, member) }),
    observed: (body: { followerCount: number }) => ({ count: body.followerCount }),
  },
  {
    path: /^\/api\/users\/([^/]+)\/drops-count$/,
    expected: ({ state, member }) => ({ count: state.members[member]?.drops.length }),
    observed: (body: { totalDrops: number }) => ({ count: body.totalDrops }),
  },
  {
    path: /^\/api\/users\/([^/]+)\/drops$/,
    expected: ({ state, member }) => ({ drops: dropList(state.members[member]) }),
    observed: observedDrops,
  },
  {
    path: /^\/api\/users\/([^/]+)\/drops\/(\d+)$/,
    expected({ state, member, number = 0 }) {
      const { name, avatar, drops } = state.members[member] as ModelMember
      const drop = drops[number - 1]
      return drop ? { name, avatar, drop } : null
    },
    observed: (body: {
      username: string
      avatar: string
      drop: { note: string }
      tracks: TrackId[]
    }) => ({
      name: body.username,
      avatar: body.avatar,
      drop: { note: body.drop.note, tracks: idsOf(body.tracks) },
    }),
  },
  {
    path: /^\/api\/users\/([^/]+)\/is-following$/,
    isOwn: true,
    expected: ({ state, viewer, member }) => ({
      isFollowing: state.members[viewer ?? -1]?.follows.includes(member),
    }),
    observed: (body: { isFollowing: boolean }) => body,
  },
  {
    path: /^\/api\/charts\/top-users$/,
    // Names and pictures are as new as in a profile, counts are those of the last computation.
    expected: ({ state }) => ({
      users: state.charts.users
        .map(({ member, followers, drops }) => {
          const { name, avatar } = state.members[member] as ModelMember
          return [name, avatar, followers, drops]
        })
        .sort(),
    }),
    observed: (
      chart: { username: string; avatar: string; followerCount: number; dropCount: number }[],
    ) => ({
      users: chart
        .map(({ username, avatar, followerCount, dropCount }) => [
          username,
          avatar,
          followerCount,
          dropCount,
        ])
        .sort(),
    }),
  },
  {
    path: /^\/api\/charts\/top-tracks$/,
    expected: ({ state }) => ({ tracks: counted(state.charts.lists) }),
    observed: observedCounts,
  },
  {
    path: /^\/api\/charts\/most-dropped$/,
    expected: ({ state }) => ({ tracks: counted(state.charts.drops) }),
    observed: observedCounts,
  },
  {
    path: /^\/api\/user$/,
    isOwn: true,
    expected({ state, member }) {
      const { name, email, avatar } = state.members[member] as ModelMember
      return { name, email, avatar }
    },
    observed: (body: { username: string; email: string; avatar: string }) => ({
      name: body.username,
      email: body.email,
      avatar: body.avatar,
    }),
  },
  {
    path: /^\/api\/tracks$/,
    isOwn: true,
    expected: ({ state, member }) => ({ tracks: state.members[member]?.tracks }),
    observed: (tracks: TrackId[]) => ({ tracks: idsOf(tracks) }),
  },
  {
    path: /^\/api\/drops$/,
    isOwn: true,
    expected: ({ state, member }) => ({ drops: dropList(state.members[member]) }),
    observed: observedDrops,
  },
  {
    path: /^\/api\/drops\/has-changes$/,
    isOwn: true,
    expected({ state, member }) {
      const { tracks, drops } = state.members[member] as ModelMember
      return { hasChanges: hasChanges(tracks, drops) }
    },
    observed: (body: { hasChanges: boolean }) => body,
  },
  // Of pages only the status is compared; what is in them are the responses of calls.
  ...[/^\/(m[a-z0-9]+)$/, /^\/(m[a-z0-9]+)\/drops$/, /^\/charts$/, /^\/home$/].map(path => ({
    path,
    expected: () => ({}),
    observed: () => ({}),
  })),
  {
    path: /^\/(m[a-z0-9]+)\/drops\/(\d+)$/,
    expected: ({ state, member, number = 0 }) =>
      state.members[member]?.drops[number - 1] ? {} : null,
    observed: () => ({}),
  },
]

export const hasChanges = (tracks: string[], drops: ModelMember['drops']) =>
  tracks.length > 0 && tracks.join() !== drops.at(-1)?.tracks.join()

function findCall(path: string) {
  for (const call of calls) {
    const match = call.path.exec(path)
    if (match) return { call, names: match.slice(1) }
  }
  throw new Error(`The model has no ${path}`)
}
