import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openLog } from '../../platform/log.ts'
import type { Mail } from '../mail.ts'
import { openSmtp } from './smtp-transport.ts'

let server: Server | null = null
const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server?.close()
})

/** A server that answers with these lines, one for each command, and then says nothing more, or goes on without end. */
async function stalling(answers: string[], drips = false) {
  const silent = Promise.withResolvers<void>()
  server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    const say = () => {
      const answer = answers.shift()
      if (answer) socket.write(`${answer}\r\n`)
      else if (drips) setInterval(() => socket.write('250-more to come\r\n'), 10).unref()
      else silent.resolve()
    }
    say()
    socket.on('data', say)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `smtp://127.0.0.1:${port}`, silent: silent.promise }
}

const mail: Mail = {
  from: { name: 'Radr', address: 'drops@radr.example' },
  to: { address: 'fan@fan.example' },
  subject: 'Mail',
  html: '<p>hello</p>',
  text: 'hello',
  messageId: '<1@radr.example>',
  date: new Date(),
}

const upToBody = ['220 hi', '250 hello', '250 sender', '250 recipient', '354 go on']

test.each<[string, number, string]>([
  ['before its greeting', 0, 'unavailable'],
  ['after the greeting', 1, 'unavailable'],
  ['before the body', 4, 'unavailable'],
  ['after the body', 5, 'unknown'],
])(
  'Closing breaks off, after its time, what a server that falls silent %s holds',
  async (_, answered, kind) => {
    const { url, silent } = await stalling(upToBody.slice(0, answered))
    const transport = openSmtp({ url, log: openLog('silent'), timeouts: { close: 100 } })
    const outcome = transport.send(mail)
    await silent
    const begun = performance.now()
    await transport.close()
    expect(performance.now() - begun).toBeLessThan(2_000)
    expect(await outcome).toMatchObject({ kind })
  },
)

test.each<[string, number, string]>([
  ['for ever to its greeting', 1, 'unavailable'],
  ['for ever before the body', 2, 'unavailable'],
  ['for ever after the body', 5, 'unknown'],
])('A server that goes on talking %s is given up after a time', async (_, answered, kind) => {
  const { url } = await stalling(upToBody.slice(0, answered), true)
  const transport = openSmtp({
    url,
    log: openLog('silent'),
    timeouts: { inactivity: 100, total: 300 },
  })
  const begun = performance.now()
  expect(await transport.send(mail)).toMatchObject({ kind })
  expect(performance.now() - begun).toBeLessThan(2_000)
  await transport.close()
})

test('A server that offers TLS and then refuses it is away, and hears no mail in the clear', async () => {
  const offer = ['220 hi', '250-hello\r\n250 STARTTLS', '454 4.7.0 TLS not available']
  const { url } = await stalling(offer)
  const transport = openSmtp({ url, log: openLog('silent') })
  expect(await transport.send(mail)).toMatchObject({ kind: 'unavailable' })
  await transport.close()
})

test('A server whose name nobody knows is away', async () => {
  const url = 'smtp://user:hunter2@mail.nowhere.invalid'
  const transport = openSmtp({
    url,
    log: openLog('silent'),
    timeouts: { dns: 500, connect: 2_000 },
  })
  const outcome = await transport.send(mail)
  expect(outcome).toMatchObject({ kind: 'unavailable' })
  expect(JSON.stringify(outcome)).not.toContain('hunter2')
  await transport.close()
})
