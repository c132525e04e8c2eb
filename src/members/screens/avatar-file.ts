import { type Crop, type Size, sourceOf, type View } from './crop-area.ts'

const maxBytes = 5 * 1024 * 1024
const side = 400
const quality = 0.85

export type Problem = { title: string; description: string }

/** What is wrong with a chosen file, before anything is made of it. */
export function problemWith(file: File): Problem | null {
  if (!file.type.startsWith('image/')) {
    return {
      title: 'Invalid file type',
      description: 'Please select an image file (JPEG, PNG, etc.)',
    }
  }
  if (file.size > maxBytes) {
    return {
      title: 'File too large',
      description: 'Please select an image smaller than 5MB',
    }
  }
  return null
}

/** A file as a data URL: the pages' policy lets no `blob:` address be shown. */
export function dataUrlOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error('Failed to process the image'))
    reader.readAsDataURL(file)
  })
}

/** Answers the size of the picture; throws when the browser cannot show it. */
export async function sizeOf(address: string): Promise<Size> {
  const image = new Image()
  image.src = address
  await image.decode().catch(() => {
    throw new Error('Failed to process the image')
  })
  // A drawing may have no size of its own.
  return { width: image.naturalWidth || side, height: image.naturalHeight || side }
}

/** The selected square as a JPEG of 400×400, as a data URL. Throws the words to show. */
export function croppedJpeg(
  image: HTMLImageElement | null,
  crop: Crop | undefined,
  view: View,
  size: Size,
): string {
  if (!image || !crop) throw new Error('No image or crop area selected')
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('Could not create canvas context')
  // JPEG knows no transparency: without this it would come out black.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, side, side)
  context.imageSmoothingQuality = 'high'
  const source = sourceOf(crop, view, size)
  let url: string
  try {
    context.drawImage(image, source.x, source.y, source.width, source.height, 0, 0, side, side)
    url = canvas.toDataURL('image/jpeg', quality)
  } catch {
    throw new Error('Failed to process the image')
  }
  if (!url.startsWith('data:image/jpeg')) throw new Error('Failed to process the image')
  return url
}
