import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

const statuses: Partial<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  TINY_CHUNKS: 413,
}

/** Status of requests that Node would refuse without our headers: no host, or an expectation other than `100-continue`. */
export function refusedStatus({ httpVersion, headers }: IncomingMessage): 400 | 417 | null {
  if (httpVersion !== '1.1') return null
  if (headers.host === undefined) return 400
  const { expect } = headers
  return expect !== undefined && !/(?:^|\W)100-continue(?:$|\W)/i.test(expect) ? 417 : null
}

/** Responds as Node does to what its parser refuses, with headers, for which Node has no setting. */
export function refuseUnreadable(server: Server, headers: [string, string][]) {
  const lines = [...headers, ['Connection', 'close']].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const lastResponses = new WeakMap<Duplex, ServerResponse>()
  server.prependListener('request', ({ socket }, response) => lastResponses.set(socket, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const status = statuses[error.code ?? ''] ?? 400
    if (socket.writable && !isUnderWay(lastResponses.get(socket)))
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`)
    socket.destroy(error)
  })
}

/** A response that waits for an earlier one of its connection is under way too: it has no socket yet. */
const isUnderWay = (response: ServerResponse | undefined) =>
  response !== undefined && !response.writableFinished && (response.headersSent || !response.socket)
