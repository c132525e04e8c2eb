// @module-tag both-engines
import { expect, test } from 'vitest'
import { day, openTestApp } from '../../tests/test-app.ts'
import { findMemberByName } from '../members/members.queries.ts'
import { addDrops } from './add-drops.ts'

const app = await openTestApp()

test('While a long history is added, other requests are answered', async () => {
  const { db } = app.context
  const { id } = await findMemberByName(db, (await app.member()).username)
  const drops = Array.from({ length: 500 }, (_, n) => ({
    number: n + 1,
    created_at: new Date(Date.UTC(2010, 0, 1) + n * 7 * day),
    list: ['one', 'two', 'three'],
  }))
  let answered = 0
  let next = setImmediate(function answer() {
    answered++
    next = setImmediate(answer)
  })
  await db.transaction().execute(trx => addDrops(trx, id, drops))
  clearImmediate(next)
  // Five batches of two statements.
  expect(answered).toBeGreaterThanOrEqual(9)
})
