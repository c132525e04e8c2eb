import { SMTPServer } from 'smtp-server'

/**
 * A mail server in a process of its own that takes everything. It answers a body after `delay`
 * milliseconds and tells its parent, in groups, when which kind of mail came.
 */
const delay = Number(process.argv[2] ?? 0)
let drops = 0
let confirms: { to: string; at: number }[] = []
let firstDrop: number | null = null
let bytes = 0

const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  authOptional: true,
  disableReverseLookup: true,
  onData(stream, session, done) {
    let head = ''
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (head.length < 4000) head += chunk.toString('latin1')
    })
    stream.on('end', () => {
      const answer = () => {
        if (/^List-Unsubscribe:/im.test(head)) {
          drops++
          firstDrop ??= Date.now()
        } else {
          confirms.push({ to: session.envelope.rcptTo[0]?.address ?? '', at: Date.now() })
        }
        done()
      }
      if (delay > 0) setTimeout(answer, delay)
      else answer()
    })
  },
})
server.listen(0, '127.0.0.1', () => {
  const address = server.server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})

setInterval(() => {
  process.send?.({ drops, firstDrop, confirms, bytes, at: Date.now() })
  confirms = []
}, 50)

process.on('message', () => {
  drops = 0
  bytes = 0
  firstDrop = null
  confirms = []
})
process.on('disconnect', () => process.exit(0))
