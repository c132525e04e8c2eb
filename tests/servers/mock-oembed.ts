import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { startLocalServer } from './local-server.ts'

export type MockOembed = Awaited<ReturnType<typeof startMockOembed>>

/** Sends another response than the usual one. */
type Responder = (response: ServerResponse, trackId: string) => void

/** Titles of real tracks, from the project's shared data. */
export async function readTitles(): Promise<{ id: string; title: string; artist: string }[]> {
  return JSON.parse(await readFile(new URL('../samples/titles.json', import.meta.url), 'utf8'))
}

/** A mock of the streaming service's oEmbed endpoint. It knows some real tracks; for others it returns 404 with HTML. */
export async function startMockOembed() {
  const titles = new Map((await readTitles()).map(track => [track.id, track]))
  const requested: string[] = []
  let responder: Responder | null = null

  const { url, close } = await startLocalServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://oembed.test')
    const id = searchParams.get('url')?.split('/').at(-1) ?? ''
    requested.push(id)
    if (responder) return responder(response, id)
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
  return {
    url: `${url}/oembed`,
    close,
    /** The ids of the requested tracks, in order. */
    requested,
    /** Replaces every response; without an argument the usual ones are sent again. */
    respondWith(next: Responder | null = null) {
      responder = next
    },
    /** From now on the track is unknown. */
    remove: (id: string) => titles.delete(id),
  }
}

export function sendJson(response: ServerResponse, body: unknown) {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}
