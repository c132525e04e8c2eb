import { expect, test, vi } from 'vitest'
import { simpleMail } from '../../tests/mails/simple-mail.ts'
import { logFailures } from './open-transport.ts'
import { openSmtp } from './smtp/smtp-transport.ts'

test('The reason of failing mail is logged once a minute, with the number of mails and without addresses', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const lines: object[] = []
  const log = { debug() {}, warn: (fields: object) => lines.push(fields) } as never
  const transport = logFailures(openSmtp({ url: 'smtp://127.0.0.1:1', log }), log)
  for (let n = 0; n < 3; n++) await transport.send(simpleMail())
  expect(lines).toEqual([
    { outcome: 'unavailable', reason: expect.stringContaining('ECONNREFUSED'), failures: 1 },
  ])
  vi.advanceTimersByTime(60_000)
  expect(lines[1]).toMatchObject({ failures: 2 })
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(2)
  await transport.send(simpleMail())
  expect(lines[2]).toMatchObject({ failures: 1 })
  expect(JSON.stringify(lines)).not.toContain('@')
  await transport.close()
  vi.useRealTimers()
})
