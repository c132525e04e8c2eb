import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Requests that one connection may have waiting; browsers and proxies wait for each response. */
const maxWaiting = 16

type Connection = { response: ServerResponse; waiting: (() => void)[] }

const busy = new WeakMap<Duplex, Connection>()

/** The response that a connection waits for; undefined between requests. */
export const currentResponse = (socket: Duplex) => busy.get(socket)?.response

/**
 * Handles the requests of one connection one after the other, and ends a connection that sends many ahead: Node
 * would handle all that arrive in a packet at once, also for a client that reads no response.
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  return function receive(request, response) {
    const connection = busy.get(request.socket)
    if (!connection) return start(request, response, [])
    if (connection.waiting.length >= maxWaiting) request.socket.destroy()
    else connection.waiting.push(() => start(request, response, connection.waiting))
  }

  function start(
    request: IncomingMessage,
    response: ServerResponse,
    waiting: Connection['waiting'],
  ) {
    const { socket } = request
    if (socket.destroyed) return
    busy.set(socket, { response, waiting })
    response.once('close', () => {
      const next = waiting.shift()
      if (!next || socket.destroyed) busy.delete(socket)
      // In a turn of its own, so that other connections are served in between.
      else setImmediate(next)
    })
    handle(request, response)
  }
}
