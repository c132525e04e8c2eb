import { loadSharp } from '../../platform/load-sharp.ts'
import { toneOf, toneSize } from './cover-tone.shared.ts'

export async function coverTone(cover: Uint8Array): Promise<string> {
  const sharp = await loadSharp()
  return toneOf(
    await sharp(cover)
      .resize(toneSize, toneSize, { fit: 'fill' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer(),
  )
}
