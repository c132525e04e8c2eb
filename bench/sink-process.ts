import { SMTPServer } from 'smtp-server'

/**
 * A mail server in a separate process that accepts everything. It replies to a body after `delay`
 * milliseconds and reports the mails to its parent process every 50 ms.
 */
const delay = Number(process.argv[2] ?? 0)
let drops = 0
let accountMails: { to: string; at: number }[] = []
let firstDrop: number | null = null
let lastDrop = 0
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
      const accept = () => {
        if (/^List-Unsubscribe:/im.test(head)) {
          drops++
          lastDrop = Date.now()
          firstDrop ??= lastDrop
        } else {
          accountMails.push({ to: session.envelope.rcptTo[0]?.address ?? '', at: Date.now() })
        }
        done()
      }
      if (delay > 0) setTimeout(accept, delay)
      else accept()
    })
  },
})
server.listen(0, '127.0.0.1', () => {
  const address = server.server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})

setInterval(() => {
  process.send?.({ drops, firstDrop, lastDrop, accountMails, bytes })
  accountMails = []
}, 50)

process.on('message', () => {
  drops = 0
  bytes = 0
  firstDrop = null
  accountMails = []
})
process.on('disconnect', () => process.exit(0))
