import { randomBytes } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { readyResponse, sendReady } from './ready-response.ts'

test('A response is compressed once for all requests that accept the encoding', () => {
  const ready = readyResponse(200, [], randomBytes(20_000))
  const sent: unknown[] = []
  class Recorded extends ServerResponse {
    override end(body?: unknown) {
      sent.push(body)
      return this
    }
  }
  const request = new IncomingMessage(new Socket())
  request.headers = { 'accept-encoding': 'br' }
  for (let n = 0; n < 3; n++) sendReady(ready, request, new Recorded(request))
  expect(sent).toHaveLength(3)
  expect(sent[0]).toBeInstanceOf(Buffer)
  for (const body of sent) expect(body).toBe(sent[0])
})
