import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { listedTrack, newTrack } from '../../../../tests/screen-samples/tracks.ts'
import { ApiError } from '../../../ui/data/api.ts'
import type { Track } from '../../tracks.schemas.ts'
import type { ReadList } from '../own-list.ts'
import { applyEdit, type Edit, hasUnsavedChanges, present } from './local-edits.ts'
import type { SaveCalls } from './save-edits.ts'
import { editsOf, saveStored, textOf, toText } from './stored-edits.ts'

const at = fc.nat({ max: 8 })
const edit = fc.oneof(
  fc.record({ type: fc.constant('add' as const), track: at }),
  fc.record({ type: fc.constantFrom('remove' as const, 'undo' as const), row: at }),
  fc.record({ type: fc.constant('move' as const), from: at, to: at }),
  fc.record({ type: fc.constant('swap' as const), row: at, track: at }),
  fc.record({ type: fc.constant('cancel' as const) }),
)
const step = fc.record({
  tab: fc.constantFrom(0 as const, 1 as const),
  act: fc.oneof(
    { weight: 4, arbitrary: edit },
    { weight: 2, arbitrary: fc.constantFrom('save' as const, 'read' as const) },
    // The server answers one of the calls that wait.
    { weight: 6, arbitrary: fc.constant('answer' as const) },
  ),
})

type Steps = (typeof step extends fc.Arbitrary<infer T> ? T : never)[]
const answers = (count: number): Steps =>
  Array.from({ length: count }, () => ({ tab: 0, act: 'answer' }))

/** While one tab saves, the other edits a list that it has read earlier or later. */
const editsOfOtherLists: [number, Steps][] = [
  [
    0,
    [
      { tab: 0, act: { type: 'add', track: 0 } },
      { tab: 1, act: 'save' },
      { tab: 1, act: 'save' },
      ...answers(5),
      { tab: 0, act: { type: 'add', track: 1 } },
    ],
  ],
  [
    3,
    [
      { tab: 0, act: { type: 'swap', row: 2, track: 3 } },
      { tab: 0, act: 'save' },
      { tab: 1, act: 'save' },
      ...answers(6),
      { tab: 0, act: { type: 'add', track: 2 } },
    ],
  ],
]

test('Two tabs that edit and save one list at any time lose no edit, and both end with the list of the server', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 7 }),
      fc.array(step, { maxLength: 40 }),
      async (count, steps) => {
        const browser = openTabs(count)
        for (const { tab, act } of steps) {
          if (act === 'save') browser.save(tab)
          else if (act === 'read') browser.readAgain(tab)
          else if (act === 'answer') await browser.answer()
          else browser.edit(tab, act)
        }
        await browser.saveAll()
        for (const tab of [0, 1] as const) {
          expect(browser.shown(tab)).toEqual(browser.list())
          expect(browser.isUnsaved(tab)).toBe(false)
        }
        for (const [track, isIn] of browser.wanted)
          expect(browser.list().includes(track), `${track} is on the list`).toBe(isIn)
        if (browser.lastOrder) expect(browser.list()).toEqual(browser.lastOrder)
      },
    ),
    { numRuns: 2000, examples: editsOfOtherLists },
  )
})

/** Waits until what follows a response is done: nothing here waits for more than the server. */
async function settle() {
  for (let turn = 0; turn < 40; turn++) await Promise.resolve()
}

type Act = typeof edit extends fc.Arbitrary<infer T> ? T : never

/** Two tabs with one storage, and a server that answers when it is told to. */
function openTabs(count: number) {
  let time = 1
  let nextId = 1
  const asListed = (name: string) => listedTrack(name, nextId++, 1)
  let tracks = Array.from({ length: count }, (_, index) => asListed(`t${index}`))
  let text: string | null = null
  const stored = {
    read: () => text,
    write(value: string | null) {
      text = value
    },
  }
  const read = (): ReadList => ({ tracks: [...tracks], readAt: ++time })
  const lists = [read(), read()] as [ReadList, ReadList]
  /** Whether the list that a tab knows was read before the end of the last save that changed it. */
  const isStale = [false, false]
  let savedAt = 0
  const waiting: (() => void)[] = []
  const answered = () => new Promise<void>(resolve => waiting.push(resolve))
  const wanted = new Map<string, boolean>()
  const browser = { lastOrder: null as string[] | null }
  let saves = 0
  /** What was sent before it is saved all the same, which the order that is shown does not say. */
  let isCancelledMeanwhile = false
  let lock: Promise<unknown> = Promise.resolve()

  const calls: SaveCalls = {
    async remove(id) {
      await answered()
      if (!tracks.some(track => track.id === id))
        throw new ApiError('missing', { code: 'not_found' })
      tracks = tracks.filter(track => track.id !== id)
    },
    async add(url) {
      await answered()
      const track = asListed(url.split('/').at(-1) ?? '')
      expect(tracks.map(each => each.spotify_track_id)).not.toContain(track.spotify_track_id)
      expect(tracks.length).toBeLessThan(7)
      tracks = [...tracks, track]
      return track
    },
    async list() {
      await answered()
      return [...tracks]
    },
    async rank(order) {
      await answered()
      expect(new Set(order.map(({ id }) => id))).toEqual(new Set(tracks.map(({ id }) => id)))
      tracks = order.flatMap(({ id }) => tracks.filter(track => track.id === id))
      return [...tracks]
    },
  }

  /** Uses a list once no save is running, unless a newer one is known. */
  function readAgain(tab: 0 | 1) {
    const list = read()
    if (saves === 0) applyList(tab, list)
    else lock = lock.then(() => applyList(tab, list))
  }

  function applyList(tab: 0 | 1, list: ReadList) {
    if (list.readAt < lists[tab].readAt) return
    lists[tab] = list
    isStale[tab] = list.readAt < savedAt
    stored.write(textOf(editsOf(text, list)))
  }

  async function saveIn(tab: 0 | 1) {
    const sent = editsOf(text, lists[tab])
    const before = tracks
    const { outcome } = await saveStored(stored, lists[tab], calls, () => ++time)
    expect(outcome.failures).toEqual([])
    if (outcome.changed) {
      isStale.fill(true)
      savedAt = ++time
    }
    applyList(tab, read())
    const still = new Set(
      sent.rows.filter(row => row.movedAt === 0 && !row.isTemp).map(({ id }) => id),
    )
    const orderOf = (list: Track[], others: Track[]) =>
      list.map(({ id }) => id).filter(id => still.has(id) && others.some(other => other.id === id))
    expect(orderOf(tracks, before), 'what nobody moved').toEqual(orderOf(before, tracks))
  }

  const shown = (tab: 0 | 1) => namesOf(present(editsOf(text, lists[tab])))

  return Object.assign(browser, {
    wanted,
    shown,
    readAgain,
    list: () => namesOf(tracks),
    isUnsaved: (tab: 0 | 1) => hasUnsavedChanges(editsOf(text, lists[tab])),
    edit(tab: 0 | 1, act: Act) {
      const edits = editsOf(text, lists[tab])
      const done = editFor(edits, act, ++time)
      const edited = applyEdit(edits, done)
      if (edited === edits) return
      stored.write(act.type === 'cancel' ? null : toText(edited))
      const [old, now] = [edits, edited].map(each => namesOf(present(each))) as [string[], string[]]
      if (act.type === 'cancel') wanted.clear()
      else
        for (const name of [...old, ...now])
          if (old.includes(name) !== now.includes(name)) wanted.set(name, now.includes(name))
      // An undo takes back a removal alone, not what was sent before the cancellation.
      if (act.type === 'undo' && isCancelledMeanwhile)
        for (const name of now) if (!old.includes(name)) wanted.delete(name)
      if (act.type === 'cancel' && saves > 0) isCancelledMeanwhile = true
      browser.lastOrder = isStale[tab] || isCancelledMeanwhile ? null : now
    },
    save(tab: 0 | 1) {
      saves++
      lock = lock
        .then(() => saveIn(tab))
        .finally(() => {
          saves--
          if (saves === 0) isCancelledMeanwhile = false
        })
      lock.catch(() => {})
    },
    async answer() {
      waiting.shift()?.()
      await settle()
    },
    async saveAll() {
      for (const tab of [0, 1, 0] as const) {
        this.save(tab)
        const end = lock
        let isOver = false
        const over = end.finally(() => {
          isOver = true
        })
        over.catch(() => {})
        await settle()
        while (!isOver) await this.answer()
        await end
        readAgain(0)
        readAgain(1)
      }
    },
  })
}

function editFor({ rows }: { rows: { id: number }[] }, act: Act, time: number): Edit {
  const rowAt = (index: number) => rows[index % Math.max(1, rows.length)]?.id ?? 0
  const track = (index: number) => newTrack(`t${index}`)
  switch (act.type) {
    case 'add':
      return { type: 'add', track: track(act.track) }
    case 'swap':
      return { type: 'swap', id: rowAt(act.row), track: track(act.track) }
    case 'move':
      return { ...act, at: time }
    case 'cancel':
      return act
    default:
      return { type: act.type, id: rowAt(act.row) }
  }
}

const namesOf = (rows: { spotify_track_id: string }[]) => rows.map(row => row.spotify_track_id)
