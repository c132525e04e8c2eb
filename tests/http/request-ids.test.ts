import { expect, test } from 'vitest'
import { saveTracks } from '../drop-audience.ts'
import { startMailbox } from '../mailbox.ts'
import { register } from '../member-actions.ts'
import { startServer, stopWorker } from '../processes/worker-processes.ts'
import { newClient, openTestApp } from '../test-app.ts'
import { onPostgres, openTestDatabase } from '../test-database.ts'

const app = await openTestApp()

const idOf = async (path: string, headers: Record<string, string> = {}) =>
  (await app.hono.request(`http://radr.test${path}`, { headers })).headers.get('x-request-id')

test('A response has the id that the proxy gave to the request', async () => {
  for (const id of ['01J9ZK3V8Q4W7N2M6P5R0T1XYA', '4bf92f3577b34da6a3ce929d0e0e4736'])
    for (const path of ['/livez', '/', '/nobody-here', '/api/user', '/api/nothing'])
      expect(await idOf(path, { 'x-request-id': id }), path).toBe(id)
})

test.each(['', 'short', 'x'.repeat(65), 'with space', '{"level":50}'])(
  'Instead of the id %j a request gets a new one',
  async id => {
    const made = await idOf('/api/user', { 'x-request-id': id })
    expect(made).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/)
    expect(await idOf('/api/user', { 'x-request-id': id })).not.toBe(made)
  },
)

test.runIf(onPostgres)(
  'The id of the request that makes a drop is in the log lines of the job that delivers it',
  async () => {
    const [database, mailbox] = await Promise.all([openTestDatabase(), startMailbox()])
    const { server, url, output } = await startServer({
      DATABASE_URL: database.url ?? '',
      SMTP_URL: mailbox.url,
      ROLE: 'all',
      LOG_LEVEL: 'info',
    })
    try {
      const member = newClient(url)
      await register(member, 'ann')
      await saveTracks(member)
      const made = await member.call('POST', '/api/drops', {}, { 'x-request-id': 'drop-request-1' })
      expect(made.status).toBe(201)
      const lines = () =>
        output()
          .split('\n')
          .filter(line => line.startsWith('{'))
          .map(line => JSON.parse(line))
      await expect.poll(lines).toContainEqual(
        expect.objectContaining({
          requestId: 'drop-request-1',
          job: 'deliver-drop',
          drop: expect.any(Number),
        }),
      )
    } finally {
      await stopWorker(server, 'SIGKILL')
      await Promise.all([database.close(), mailbox.close()])
    }
  },
)
