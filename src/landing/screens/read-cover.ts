import { useEffect, useState } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { largeCover } from '../../spotify/covers/cover-size.shared.ts'
import { toneOf, toneSize } from '../../spotify/covers/cover-tone.shared.ts'
import { trackTone } from '../../tracks/generated-cover.shared.ts'
import type { Row } from '../../tracks/screens/editor/local-edits.ts'

/** The cover, with pixels that may be read: the stored one, or the service's if it allows that; else null. */
export async function loadCover({
  spotify_track_id,
  artwork,
  tone,
}: Row): Promise<HTMLImageElement | null> {
  const stored = tone ? await loadImage(paths.trackCover(spotify_track_id)) : null
  // An address of its own: the browser may keep the service's cover without the header that allows to read it.
  return stored ?? (artwork ? loadImage(`${largeCover(artwork)}?`) : null)
}

async function loadImage(address: string): Promise<HTMLImageElement | null> {
  const image = new Image()
  image.crossOrigin = 'anonymous'
  image.src = address
  return image.decode().then(
    () => image,
    () => null,
  )
}

/** The tone of a track's cover, read from its pixels where the server does not know it; null until then. */
export function useTone(track: Row | undefined): string | null {
  const [read, setRead] = useState<{ artwork: string; tone: string | null } | null>(null)
  const known = track ? trackTone(track) : null
  const artwork = known ? null : track?.artwork
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each cover
  useEffect(() => {
    if (!artwork || !track) return
    let isCurrent = true
    void loadCover(track).then(image => {
      if (isCurrent) setRead({ artwork, tone: image && readTone(image) })
    })
    return () => {
      isCurrent = false
    }
  }, [artwork])
  return known ?? (read?.artwork === artwork ? (read?.tone ?? null) : null)
}

function readTone(image: HTMLImageElement): string | null {
  const context = new OffscreenCanvas(toneSize, toneSize).getContext('2d')
  if (!context) return null
  context.drawImage(image, 0, 0, toneSize, toneSize)
  return toneOf(context.getImageData(0, 0, toneSize, toneSize).data)
}
