import { expect, test } from 'vitest'
import { noBrowserBuild } from '../../../tests/no-browser-build.ts'
import { openTestApp } from '../../../tests/test-app.ts'
import { createApp } from '../../app/server.ts'
import { createReadinessCheck } from './health.routes.ts'
import { createMetricsApp } from './metrics.routes.ts'

const app = await openTestApp()

/** What both ports say about a process in this state. */
async function healthOf(state: {
  isFull?: boolean
  isDraining?: boolean
  senderIdleMs?: number | null
}) {
  const findProblem = createReadinessCheck({
    jobs: app.database.jobs,
    isFull: () => state.isFull ?? false,
    isDraining: () => state.isDraining ?? false,
    senderIdleMs: () => state.senderIdleMs ?? null,
  })
  const answers = []
  for (const served of [
    createApp(app.context, noBrowserBuild, findProblem),
    createMetricsApp(app.context, findProblem),
  ]) {
    expect((await served.request('/livez')).status).toBe(200)
    for (const path of ['/readyz', '/healthz']) {
      const response = await served.request(path)
      answers.push(`${response.status} ${await response.text()}`)
    }
  }
  const [answer] = answers
  expect(new Set(answers)).toEqual(new Set([answer]))
  return answer
}

test.each([
  [{}, '200 ok'],
  [{ senderIdleMs: 20_000 }, '200 ok'],
  [{ senderIdleMs: 61_000 }, '503 The sender of drop mail has stalled.'],
  [{ isDraining: true }, '503 The process is stopping.'],
  [{ isFull: true }, '503 The disk of DATA_DIR is full.'],
])('A process in the state %o says: %s', async (state, answer) => {
  expect(await healthOf(state)).toBe(answer)
})

test('A process before an older schema is not ready, one before a newer schema is', async () => {
  const { db } = app.context
  const migrations = db.withTables<{ kysely_migration: { name: string; timestamp: string } }>()
  const newer = { name: '9999-of-a-later-release', timestamp: '' }
  await migrations.insertInto('kysely_migration').values(newer).execute()
  expect(await healthOf({})).toBe('200 ok')
  const older = migrations.deleteFrom('kysely_migration').where('name', '=', '0002-tracks')
  const [removed] = await older.returningAll().execute()
  if (!removed) throw new Error('There was no such migration')
  expect(await healthOf({})).toBe('503 The schema of the database lacks 0002-tracks.')
  await migrations.insertInto('kysely_migration').values(removed).execute()
})
