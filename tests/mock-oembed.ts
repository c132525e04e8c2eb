import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type OembedStandIn = Awaited<ReturnType<typeof startOembedStandIn>>

/** Answers in place of the usual answer. */
type Misbehaviour = (response: ServerResponse, trackId: string) => void

/** Titles of real tracks, from the project's shared data. */
export async function readTitles(): Promise<{ id: string; title: string; artist: string }[]> {
  return JSON.parse(await readFile(new URL('./samples/titles.json', import.meta.url), 'utf8'))
}

/** Stands in for the streaming service's oEmbed address: knows some real tracks, 404 as HTML for the rest. */
export async function startOembedStandIn() {
  const titles = new Map((await readTitles()).map(track => [track.id, track]))
  const asked: string[] = []
  let misbehave: Misbehaviour | null = null

  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://stand-in.test')
    const id = searchParams.get('url')?.split('/').at(-1) ?? ''
    asked.push(id)
    if (misbehave) return misbehave(response, id)
    const track = titles.get(id)
    if (!track) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Page not found</h1>')
      return
    }
    sendJson(response, {
      title: track.title,
      author_name: track.artist,
      thumbnail_url: `https://image-cdn-ak.spotifycdn.com/image/${id}`,
      provider_name: 'Spotify',
      type: 'rich',
      version: '1.0',
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/oembed`,
    /** The ids it was asked for, in order. */
    asked,
    /** Takes over every answer; without an argument all is well again. */
    behave(next: Misbehaviour | null = null) {
      misbehave = next
    },
    /** It no longer knows a track. */
    forget: (id: string) => titles.delete(id),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export function sendJson(response: ServerResponse, answer: unknown) {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(answer))
}
