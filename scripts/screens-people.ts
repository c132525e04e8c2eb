/** One member of the pictures, with times in days before now. Tracks are taken from the samples at `from`. */
export type Person = {
  name: string
  tracks: number
  from: number
  /** Newest last. */
  drops: { ago: number; note: string | null }[]
  /** When the list last changed; by default with the last drop. A later change can be dropped. */
  changed?: number
  /** How many follow by email. */
  readers: number
  pictured?: boolean
  admin?: boolean
  dev?: boolean
  unproven?: boolean
}

const longestNote =
  'Eleven drafts of this list, and it still starts with the song from the ferry. Play it loud, then read why: https://example.com/notes/the-ferry-song ✨'
const japanese = '雨の日に聴く七曲。一番は去年の冬からずっと動かない。'

const everyWeek = (weeks: number, ago: number, notes: (string | null)[]) =>
  Array.from({ length: weeks }, (_, index) => ({
    ago: ago + (weeks - 1 - index) * 7,
    note: notes[index % notes.length] ?? null,
  }))

/** Whose eyes most pictures are seen through: a full list, changed since the last drop, followers in every state. */
export const mira: Person = {
  name: 'mira',
  tracks: 7,
  from: 0,
  drops: everyWeek(6, 8, [
    'First one. Be kind.',
    null,
    longestNote,
    'Two in, two out. The rest would not let go.',
    japanese,
    'Slow mornings, loud evenings. Number one has not moved since spring.',
  ]),
  changed: 2,
  readers: 0,
  pictured: true,
}

/** Those whom mira follows. */
export const followed: Person[] = [
  person('kofi', 7, 12, everyWeek(9, 0.2, [longestNote]), 62, { pictured: true, changed: 3 }),
  person('solo', 1, 30, [{ ago: 1, note: null }], 3),
  person('Wolfeschlegelsteinhausen-Jones', 7, 40, everyWeek(2, 1.1, [japanese]), 51),
  person('ines_b', 5, 50, everyWeek(4, 2, ['Back from the mountains with five.', null]), 44, {
    pictured: true,
  }),
  person('the-night-bus', 4, 60, everyWeek(1, 4, ['Last stop, everybody off.']), 40),
  person('haruka', 7, 2, everyWeek(3, 5, [japanese, 'Rain again. I am not complaining.']), 35),
  person('Tomasz', 3, 80, [{ ago: 9, note: 'Three is enough for one week.' }], 29),
  person('oldnoise', 6, 90, everyWeek(2, 13, [null]), 21),
  person('lea', 2, 100, [{ ago: 19, note: 'Short and sweet.' }], 18, { pictured: true }),
  person('quiet-one', 7, 110, [], 12, { unproven: true }),
  person('b-side', 7, 120, [{ ago: 26, note: 'Only the flip sides.' }], 9),
  person('zed', 7, 8, [{ ago: 40, note: null }], 4),
]

/** Each shows a state of its own. */
const cast: Person[] = [
  person('newcomer', 0, 0, [], 0, { unproven: true }),
  person('waiting', 7, 20, [{ ago: 2, note: null }], 2, { changed: 1 }),
  person('nearly', 7, 21, [{ ago: 6.7, note: null }], 2, { changed: 1 }),
  person('dropper', 7, 22, [], 5),
  person('devon', 5, 23, [{ ago: 30, note: null }], 1, { dev: true, changed: 3 }),
  person('boss', 4, 24, [], 0, { admin: true }),
]

const first = ['amber', 'cedar', 'delta', 'ember', 'harbor', 'indigo', 'juniper', 'lunar', 'velvet']
const second = ['fox', 'radio', 'tapes', 'walker', 'drift', 'noon', 'static', 'parade']

/** Enough of them for nine pages of the admin's list, and for charts. */
const crowd: Person[] = first.flatMap((word, row) =>
  second.map((other, column) =>
    person(
      `${word}-${other}`,
      (row + column) % 8,
      ((row * 5 + column * 3) % 18) + (column % 3) * 70,
      (row + column) % 2 ? [{ ago: 3 + row * 4 + column, note: null }] : [],
      (row * column) % 9,
    ),
  ),
)

export const everyone = [mira, ...followed, ...cast, ...crowd]

function person(
  name: string,
  tracks: number,
  from: number,
  drops: Person['drops'],
  readers: number,
  more: Partial<Person> = {},
): Person {
  return { name, tracks, from, drops: tracks > 0 ? drops : [], readers, ...more }
}
