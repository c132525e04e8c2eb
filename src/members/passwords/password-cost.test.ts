import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mailbox, startMailbox } from '../../../tests/mailbox.ts'
import { noBrowserBuild } from '../../../tests/no-browser-build.ts'
import { openTestDatabase } from '../../../tests/test-database.ts'
import { type Services, startServices } from '../../app/services.ts'
import { readConfig } from '../../platform/config/config.ts'
import { findMember, findMemberByName } from '../members.queries.ts'

// Other tests hash passwords at the lowest cost; here the services are started as for production.
let services: Services
let mailbox: Mailbox
let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
  mailbox = await startMailbox()
  const config = readConfig({ SMTP_URL: mailbox.url, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' })
  services = await startServices(config, database, noBrowserBuild)
  const account = { username: 'ann', email: 'ann@mail.test', password: 'correct horse' }
  expect((await post('/api/register', account)).status).toBe(201)
})
afterAll(async () => {
  await services.stop()
  await database.close()
  await mailbox.close()
})

async function post(path: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  return services.app.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
}

test('A password is stored as Argon2id with 19 MiB, two passes and one lane', async () => {
  const { id } = await findMemberByName(database.db, 'ann')
  const { password } = await findMember(database.db, id)
  expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('Signing in takes the same time for an unknown email as for a wrong password', async () => {
  const attempt = async (email: string) => {
    const start = performance.now()
    expect((await post('/api/login', { email, password: 'wrong horse' })).status).toBe(401)
    return performance.now() - start
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < 12; round++) {
    known.push(await attempt('ann@mail.test'))
    unknown.push(await attempt('nobody@mail.test'))
  }
  // The response for an unknown account would be ten times as fast without a hash to check. The best of many counts, and
  // there is room in between, because other tests use the same processor.
  expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 4)
})
