import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { countDeliveries } from '../../src/delivery/delivery.queries.ts'
import type { Database } from '../../src/platform/database.ts'
import { register } from '../member-actions.ts'
import { createDrop } from '../processes/worker-processes.ts'
import { newClient } from '../test-app.ts'
import type { FaultFixture } from './fault-fixture.ts'
import { request, startRequests, until } from './requests.ts'

export type Fault = {
  name: string
  /** What has to be there before the drop. */
  prepare?(fixture: FaultFixture): Promise<unknown>
  /** Resolves when the database can be reached again. */
  run(fixture: FaultFixture): Promise<void>
  /** Ends what stays wrong while the app is watched. */
  end?(): Promise<void>
}

/**
 * Causes a fault while a drop is delivered, the web process gets ten page requests a second, and a member follows
 * others one after the other.
 */
export async function measureFault(
  fixture: FaultFixture,
  fault: Fault,
  username: string,
  followers: number,
) {
  const { mailbox, database, url } = fixture
  await fault.prepare?.(fixture)
  mailbox.clear()
  const dropId = await createDrop(database, followers, username)
  const recipients = () =>
    mailbox.mails.flatMap(({ to }) => to).filter(to => to.startsWith(`${username}-fan`))
  const writes = await startWrites(database.db, url, `${username}-writer`)
  await until(async () => recipients().length >= followers / 5, 60_000)
  const requests = startRequests(`${url}/api/profile/${username}`)
  await fault.run(fixture)
  const ended = performance.now()
  const mailsAtEnd = recipients().length
  const writesAtEnd = writes.acknowledged().length
  const recovered = Promise.all([
    until(async () => (await request(`${url}/api/profile/${username}`)).status === 200, 120_000),
    until(async () => recipients().length > mailsAtEnd || mailsAtEnd >= followers, 120_000),
    until(async () => writes.acknowledged().length >= writesAtEnd + 10, 120_000),
  ]).then(() => performance.now() - ended)
  const states = () => countDeliveries(database.db, dropId)
  await until(async () => (await states()).sent === followers, 240_000)
  const secondsToRecover = (await recovered) / 1000
  const answers = await requests.stop()
  const written = await writes.stop()
  await fault.end?.()
  const everybody = new Set(recipients()).size
  return {
    requests: answers,
    /** Requests that returned an error. */
    lost: answers.filter(({ status }) => status !== 200).length,
    writes: written,
    /** Mails beyond one for each follower. */
    doubled: recipients().length - everybody,
    /** Seconds from the end of the fault until requests succeed and mails are sent again. */
    secondsToRecover,
    sent: everybody,
  }
}

/** A new member who follows one member after the other. */
async function startWrites(db: Database, url: string, username: string) {
  const writer = newClient(url)
  expect((await register(writer, username)).status).toBe(201)
  const isFollowed = `${username}-followed-`
  const names = Array.from({ length: 3_000 }, (_, n) => `${isFollowed}${n}`)
  await db
    .insertInto('users')
    .values(names.map(name => ({ username: name, password: '', email: `${name}@mail.test` })))
    .execute()
  const statuses: { name: string; status: number }[] = []
  const acknowledged = () => statuses.filter(({ status }) => status === 201).map(({ name }) => name)
  let isStopped = false
  const running = write()

  async function write() {
    for (const name of names) {
      if (isStopped) return
      const { status } = await writer.call('POST', `/api/users/${name}/followers`, {})
      statuses.push({ name, status })
      await wait(20)
    }
  }

  return {
    acknowledged,
    /** Returns the statuses, and how many acknowledged writes the database does not have. */
    async stop() {
      isStopped = true
      await running
      const saved = await db
        .selectFrom('radr_follows')
        .innerJoin('users', 'users.id', 'radr_user_id')
        .select('username')
        .where('username', 'like', `${isFollowed}%`)
        .where('state', '=', 'following')
        .execute()
      const found = new Set(saved.map(row => row.username))
      return {
        statuses: statuses.map(({ status }) => status),
        acknowledged: acknowledged().length,
        lost: acknowledged().filter(name => !found.has(name)).length,
      }
    },
  }
}
