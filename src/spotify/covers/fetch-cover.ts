import * as http from 'node:http'
import * as https from 'node:https'
import { lookUpPublic } from '../../platform/limits/look-up-public.ts'
import { loadSharp } from '../../platform/load-sharp.ts'

/** In pixels, which is what the service's own thumbnails have. */
const coverSize = 300
/** Thumbnails have 10 to 40 kB. */
const sizeLimit = 1024 * 1024
const pixelLimit = 4_000 * 4_000

/** The hosts of the service's pictures, which pages may load too. */
const allowed = /^https:\/\/[a-z0-9-]+\.(?:scdn\.co|spotifycdn\.com)\//

type Options = {
  signal: AbortSignal
  /** In tests, a server in place of every host: it gets `https://host/path` as `/host/path`. */
  mockServer: string | null
}

/**
 * A cover as a small JPEG; null when the address is not one of the service, or there is no picture.
 * Throws without a response.
 */
export async function fetchCover(address: string, options: Options): Promise<Buffer | null> {
  if (!allowed.test(address)) return null
  const response = await request(new URL(address), options)
  try {
    const { statusCode = 0, headers } = response
    if (statusCode >= 500 || statusCode === 429)
      throw new Error(`The host of covers responded with ${statusCode}`)
    if (statusCode !== 200 || !headers['content-type']?.startsWith('image/')) return null
    const picture = await readLimited(response)
    return picture && (await shrink(picture))
  } finally {
    response.destroy()
  }
}

/** Follows no redirects, and connects to public addresses alone. */
function request(url: URL, { signal, mockServer }: Options) {
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    const sent = mockServer
      ? http.get(`${mockServer}/${url.hostname}${url.pathname}`, { signal }, resolve)
      : https.get(url, { signal, lookup: lookUpPublic }, resolve)
    sent.on('error', reject)
  })
}

/** Null when it is too large. */
async function readLimited(response: http.IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > sizeLimit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function shrink(picture: Buffer): Promise<Buffer | null> {
  const sharp = await loadSharp()
  try {
    return await sharp(picture, { limitInputPixels: pixelLimit })
      .resize(coverSize, coverSize, { fit: 'cover' })
      .jpeg({ quality: 75 })
      .toBuffer()
  } catch {
    // Not a picture, or one with too many pixels.
    return null
  }
}
