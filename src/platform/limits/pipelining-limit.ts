import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Requests that one connection may have waiting; browsers and proxies wait for each response. */
const maxWaiting = 16

type Connection = { response: ServerResponse; waiting: (() => void)[]; isEnding: boolean }

const busy = new WeakMap<Duplex, Connection>()

/** The response that a connection waits for; undefined between requests. */
export const currentResponse = (socket: Duplex) => busy.get(socket)?.response

/**
 * Handles the requests of one connection one after the other, and ends a connection that sends many ahead: Node
 * would handle all that arrive in a packet at once, also for a client that reads no response.
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  return function receive(request, response) {
    const { socket } = request
    const connection = busy.get(socket)
    if (!connection) start(request, response, [])
    else if (connection.isEnding) return
    else if (connection.waiting.length < maxWaiting)
      connection.waiting.push(() => start(request, response, connection.waiting))
    else {
      connection.isEnding = true
      connection.waiting.length = 0
      endSoon(socket)
    }
  }

  function start(
    request: IncomingMessage,
    response: ServerResponse,
    waiting: Connection['waiting'],
  ) {
    const { socket } = request
    if (socket.destroyed) return
    const connection = { response, waiting, isEnding: false }
    busy.set(socket, connection)
    response.once('close', () => {
      const next = waiting.shift()
      // In a turn of its own, so that other connections are served in between.
      if (next && !socket.destroyed) setImmediate(next)
      else if (!connection.isEnding) busy.delete(socket)
    })
    handle(request, response)
  }
}

const ending: Socket[] = []

/** A few in each turn of the event loop, because Node makes an error with its stack for each request of a connection that ends. */
function endSoon(socket: Socket) {
  socket.pause()
  if (ending.push(socket) === 1) setImmediate(endSome)
}

function endSome() {
  for (const socket of ending.splice(0, 10)) socket.destroy()
  if (ending.length > 0) setImmediate(endSome)
}
