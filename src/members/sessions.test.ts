import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { day, openTestApp } from '../../tests/test-app.ts'
import { StorageFull } from '../platform/database/database-unavailable.ts'
import { findMemberByName } from './members.queries.ts'
import { findSession, startSession } from './sessions.ts'

const app = await openTestApp()

/** As the embedded database behaves while its disk is full. */
const refuseWrites: KyselyPlugin = {
  transformQuery({ node }) {
    if (node.kind === 'UpdateQueryNode') throw new StorageFull('disk full')
    return node
  },
  transformResult: async ({ result }) => result,
}

test('A session that is due to be extended still serves while the disk is full', async () => {
  const { db, clock } = app.context
  const { username } = await app.member()
  const token = await startSession(db, (await findMemberByName(db, username)).id, clock.now())
  app.pass(2 * day)
  const full = await findSession({ db: db.withPlugin(refuseWrites), clock }, token)
  expect(full).toMatchObject({ viewer: { username }, rolled: false })
  expect(await findSession({ db, clock }, token)).toMatchObject({ rolled: true })
})
