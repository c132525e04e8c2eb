import { createSecretKey, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { randomRuns } from '../../../tests/random-runs.ts'
import { openTestDatabase } from '../../../tests/test-database.ts'
import type { Queryable } from '../database.ts'
import { type CountedLimit, giveBack, take } from './limits.ts'

const { db, close } = await openTestDatabase()
afterAll(close)
const config = { rateLimits: true }

type Counting = Parameters<typeof take>[0]

const names = ['mona', 'nora', 'nils', 'olga', 'pia'] as const
const attempts = fc.array(
  fc.record({
    limited: fc.uniqueArray(fc.nat(names.length - 1), { minLength: 1 }),
    passedSeconds: fc.constantFrom(0, 0, 0, 5, 60),
    isGivenBack: fc.constantFrom(false, false, false, true),
  }),
  { maxLength: 30 },
)

const attempt = (limited: number[], isGivenBack = false, passedSeconds = 0) => ({
  ...{ limited, isGivenBack, passedSeconds },
})
/** The time of a limit whose only attempt was given back begins anew. */
const givenBack = [attempt([1], true), attempt([1], false, 5), attempt([1]), attempt([1])]

test('An attempt counts in each of its limits or, when one is used up, in none, until that one ends', async () => {
  await fc.assert(
    fc.asyncProperty(attempts, async attempts => {
      const linkKey = createSecretKey(randomBytes(32))
      const limits = names.map(
        (name, n): CountedLimit => ({
          ...{ what: 'test', max: 1 + n, seconds: 10 * (1 + n) },
          who: [`domain:${name}.test`],
        }),
      )
      const expected = limits.map(() => ({ used: 0, end: 0 }))
      let now = 1_000_000
      for (const { limited, passedSeconds, isGivenBack } of attempts) {
        now += passedSeconds * 1000
        const counts = limited.map(n => {
          const count = expected[n] ?? { used: 0, end: 0 }
          if (count.end <= now) Object.assign(count, { used: 0, end: 0 })
          return { count, limit: limits[n] as CountedLimit }
        })
        const waits = counts
          .filter(({ count, limit }) => count.used >= limit.max)
          .map(({ count }) => (count.end - now) / 1000)
        const taken = counts.map(({ limit }) => limit)
        const context = { config, clock: { now: () => new Date(now) }, db, linkKey }
        const wait = await take(context as Parameters<typeof take>[0], taken)
        // A process may know only one of the limits that are used up.
        expect(waits.length > 0 ? waits : [0]).toContain(wait)
        if (wait > 0) continue
        for (const { count, limit } of counts) {
          count.end ||= now + limit.seconds * 1000
          if (!isGivenBack) count.used++
        }
        if (!isGivenBack) continue
        await giveBack({ db, linkKey }, taken)
        for (const { count } of counts) if (count.used === 0) count.end = 0
      }
    }),
    { numRuns: randomRuns(300), examples: [[givenBack]] },
  )
})

test('A transaction that is rolled back leaves neither counts nor refusals', async () => {
  const linkKey = createSecretKey(randomBytes(32))
  const limits: CountedLimit[] = [{ what: 'test', max: 1, seconds: 60, who: [] }]
  const ask = (db: Queryable) =>
    take({ config, clock: { now: () => new Date(1_000_000) }, db, linkKey } as Counting, limits)
  const rolledBack = db.transaction().execute(async trx => {
    expect([await ask(trx), await ask(trx)]).toEqual([0, 60])
    throw new Error('Rolled back')
  })
  await expect(rolledBack).rejects.toThrow('Rolled back')
  expect([await ask(db), await ask(db)]).toEqual([0, 60])
})

test('An attempt that is given back is free at once in its process, and after ten seconds in one that refused it', async () => {
  vi.resetModules()
  const other = await import('./limits.ts')
  const linkKey = createSecretKey(randomBytes(32))
  const context = { config, clock: { now: () => new Date(1_000_000) }, db, linkKey }
  const limits: CountedLimit[] = [{ what: 'test', max: 1, seconds: 60, who: [] }]
  const ask = (take: typeof other.take) => take(context as Parameters<typeof take>[0], limits)
  expect([await ask(take), await ask(take), await ask(other.take)]).toEqual([0, 60, 60])
  await giveBack({ db, linkKey }, limits)
  expect(await ask(other.take)).toBe(60)
  const later = performance.now() + 10_001
  vi.spyOn(performance, 'now').mockReturnValue(later)
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  // The cache reads the clock once in a millisecond.
  await expect.poll(() => ask(other.take)).toBe(0)
  expect(await ask(take)).toBe(60)
  await giveBack({ db, linkKey }, limits)
  expect(await ask(take)).toBe(0)
})
