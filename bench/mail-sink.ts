import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server that accepts everything, and counts the mails of drops. */
export async function openSink() {
  const seen = { drops: 0, firstDrop: 0, lastDrop: 0, bytes: 0 }
  const arrivedAt = new Map<string, number>()
  let onDrop = () => {}
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    onData(stream, session, done) {
      let head = ''
      stream.on('data', (chunk: Buffer) => {
        seen.bytes += chunk.length
        if (head.length < 4000) head += chunk.toString('latin1')
      })
      stream.on('end', () => {
        if (/^List-Unsubscribe:/im.test(head)) {
          seen.drops++
          seen.lastDrop = Date.now()
          seen.firstDrop ||= seen.lastDrop
          onDrop()
        } else arrivedAt.set(session.envelope.rcptTo[0]?.address ?? '', Date.now())
        done()
      })
    },
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    seen,
    arrivedAt,
    clear() {
      arrivedAt.clear()
      Object.assign(seen, { drops: 0, firstDrop: 0, bytes: 0 })
    },
    reached: (count: number) =>
      new Promise<void>(resolve => {
        onDrop = () => seen.drops >= count && resolve()
      }),
    close: () => server.close(),
  }
}
