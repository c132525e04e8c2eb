import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { startLocalServer } from './local-server.ts'

type PushRequest = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** A server that stands in for the push services of browsers; it takes every message with 201. */
export async function startMockPushService() {
  const statuses = new Map<string, number>()
  const requests: PushRequest[] = []
  const { url, close } = await startLocalServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url ?? ''
    requests.push({ path, headers: request.headers, body: Buffer.concat(chunks) })
    if (path.startsWith('/silent')) return void request.socket.destroy()
    response.writeHead(statuses.get(path) ?? 201).end()
  })
  return {
    url,
    close,
    /** The requests in order. */
    requests,
    /** A browser's subscription, what arrived for it, and how the service responds for it: a host whose name begins with `silent` closes the connection. */
    device(host = 'push.test') {
      const keys = createECDH('prime256v1')
      const publicKey = keys.generateKeys()
      const auth = randomBytes(16)
      const name = randomBytes(8).toString('hex')
      const path = `/${host}/${name}`
      const received = () => requests.filter(request => request.path === path)
      return {
        subscription: {
          endpoint: `https://${host}/${name}`,
          expirationTime: null,
          keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
        },
        received,
        messages: () =>
          received().map(({ body }) => JSON.parse(decrypt(body, { keys, auth }).toString())),
        respond: (status: number) => void statuses.set(path, status),
      }
    },
  }
}

type Receiver = { keys: ReturnType<typeof createECDH>; auth: Buffer }

/** What a browser does with a message of one record (RFC 8291 and RFC 8188). */
function decrypt(body: Buffer, { keys, auth }: Receiver): Buffer {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const input = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${label}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2))
}
