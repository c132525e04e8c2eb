import {
  fetchPublic,
  isUnavailable,
  type OutsideServices,
} from '../../platform/http/fetch-public.ts'
import { loadSharp } from '../../platform/load-sharp.ts'
import { largeCover } from './cover-size.shared.ts'
import { mainColor, sampleSize } from './main-color.ts'

/** Pixels of the service's largest covers. */
const coverSize = 640
/** A cover has 40 to 200 kB. */
const maxBytes = 1024 * 1024
const pixelLimit = 4_000 * 4_000

/** The hosts of the service's pictures, which pages may load too. */
const allowed = /^https:\/\/[a-z0-9-]+\.(?:scdn\.co|spotifycdn\.com)\//

/**
 * A cover as a JPEG of at most 640 pixels; null when the URL is not one of the service, or there is no picture.
 * Throws without a response.
 */
export async function fetchCover(
  services: OutsideServices,
  url: string,
  signal: AbortSignal,
): Promise<Buffer | null> {
  if (!allowed.test(url)) return null
  const large = largeCover(url)
  return (
    (await fetchPicture(services, large, signal)) ??
    (large === url ? null : fetchPicture(services, url, signal))
  )
}

async function fetchPicture(services: OutsideServices, url: string, signal: AbortSignal) {
  const response = await fetchPublic(services, new URL(url), { signal, maxBytes })
  if (isUnavailable(response))
    throw new Error(`The host of covers responded with ${response.status}`)
  const isPicture = response.headers['content-type']?.startsWith('image/') === true
  if (response.status !== 200 || !isPicture || !response.isComplete) return null
  return shrink(response.body)
}

async function shrink(picture: Buffer): Promise<Buffer | null> {
  const sharp = await loadSharp()
  try {
    return await sharp(picture, { limitInputPixels: pixelLimit })
      .resize(coverSize, coverSize, { fit: 'cover', withoutEnlargement: true })
      .jpeg({ quality: 75 })
      .toBuffer()
  } catch {
    // The file is no picture, or has too many pixels.
    return null
  }
}

export async function coverColor(cover: Uint8Array): Promise<string> {
  const sharp = await loadSharp()
  return mainColor(
    await sharp(cover)
      .resize(sampleSize, sampleSize, { fit: 'fill' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer(),
  )
}
