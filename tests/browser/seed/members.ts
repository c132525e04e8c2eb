/** One seeded member; times are in days before now. */
export type SeedMember = {
  name: string
  /** Length of the list, and the index of its first track in tests/samples/titles.json. */
  tracks: number
  firstTrack: number
  /** The last track is the one that half of the members have. */
  hasFavorite?: boolean
  /** Newest last. */
  drops: { daysAgo: number; note: string | null }[]
  /** When the list last changed, by default with the last drop. */
  changedDaysAgo?: number
  /** How many follow by email. */
  emailFollowers: number
  hasAvatar?: boolean
  isAdmin?: boolean
  isDevUser?: boolean
  unconfirmed?: boolean
}

const start = Date.now()
export const daysAgo = (days: number) => new Date(start - days * 24 * 60 * 60 * 1000)

const longestNote =
  'Eleven drafts of this list, and it still starts with the song from the ferry. Play it loud, then read why: https://example.com/notes/the-ferry-song ✨'
const japanese = '雨の日に聴く七曲。一番は去年の冬からずっと動かない。'

const everyWeek = (weeks: number, daysAgo: number, notes: (string | null)[]) =>
  Array.from({ length: weeks }, (_, index) => ({
    daysAgo: daysAgo + (weeks - 1 - index) * 7,
    note: notes[index % notes.length] ?? null,
  }))

/** The member of most tests: a full list, changed since the last drop, and followers in every state. */
const mira: SeedMember = {
  name: 'mira',
  tracks: 7,
  firstTrack: 0,
  drops: everyWeek(6, 8, [
    'First one. Be kind.',
    null,
    longestNote,
    'Two in, two out. The rest would not let go.',
    japanese,
    'Slow mornings, loud evenings. Number one has not moved since spring.',
  ]),
  changedDaysAgo: 2,
  emailFollowers: 0,
  hasAvatar: true,
}

/** The members whom mira follows. */
export const followed: SeedMember[] = [
  member('kofi', 7, 12, everyWeek(9, 0.2, [longestNote]), 62, {
    hasAvatar: true,
    changedDaysAgo: 3,
  }),
  member('solo', 1, 30, [{ daysAgo: 1, note: null }], 3),
  member('Wolfeschlegelsteinhausen-Jones', 7, 40, everyWeek(2, 1.1, [japanese]), 51),
  member('ines_b', 5, 50, everyWeek(4, 2, ['Back from the mountains with five.', null]), 44, {
    hasAvatar: true,
  }),
  member('the-night-bus', 4, 60, everyWeek(1, 4, ['Last stop, everybody off.']), 40),
  member('haruka', 7, 2, everyWeek(3, 5, [japanese, 'Rain again. I am not complaining.']), 35),
  member('Tomasz', 3, 80, [{ daysAgo: 9, note: 'Three is enough for one week.' }], 29),
  member('oldnoise', 6, 90, everyWeek(2, 13, [null]), 21),
  member('lea', 2, 100, [{ daysAgo: 19, note: 'Short and sweet.' }], 18, { hasAvatar: true }),
  member('quiet-one', 7, 110, [], 12, { unconfirmed: true }),
  member('b-side', 7, 120, [{ daysAgo: 26, note: 'Only the flip sides.' }], 9),
  member('zed', 7, 8, [{ daysAgo: 40, note: null }], 4),
]

/** One member for each state of the home screen, one developer, one administrator. */
const cast: SeedMember[] = [
  member('newcomer', 0, 0, [], 0, { unconfirmed: true }),
  member('waiting', 7, 20, [{ daysAgo: 2, note: null }], 2, { changedDaysAgo: 1 }),
  member('nearly', 7, 21, [{ daysAgo: 6.7, note: null }], 2, { changedDaysAgo: 1 }),
  member('dropper', 7, 22, [], 5),
  member('devon', 5, 23, [{ daysAgo: 30, note: null }], 1, { isDevUser: true, changedDaysAgo: 3 }),
  member('boss', 4, 24, [], 0, { isAdmin: true }),
]

const first = ['amber', 'cedar', 'delta', 'ember', 'harbor', 'indigo', 'juniper', 'lunar', 'velvet']
const second = ['fox', 'radio', 'tapes', 'walker', 'drift', 'noon', 'static', 'parade']

/**
 * Fills nine pages of the administrators' list and the charts. A test that changes a member takes one
 * of these that no other test names, since all tests of a worker share one database.
 */
const crowd: SeedMember[] = first.flatMap((word, row) =>
  second.map((other, column) =>
    member(
      `${word}-${other}`,
      (row + column) % 8,
      ((row * 5 + column * 3) % 18) + (column % 3) * 70,
      (row + column) % 2 ? [{ daysAgo: 3 + row * 4 + column, note: null }] : [],
      (row * column) % 9,
      { hasFavorite: (row + column) % 8 > 2 },
    ),
  ),
)

export const seedMembers = [mira, ...followed, ...cast, ...crowd]

function member(
  name: string,
  tracks: number,
  firstTrack: number,
  drops: SeedMember['drops'],
  emailFollowers: number,
  more: Partial<SeedMember> = {},
): SeedMember {
  return { name, tracks, firstTrack, drops: tracks > 0 ? drops : [], emailFollowers, ...more }
}
