import { type Crop, type Size, sourceRect, type View } from './avatar-crop.ts'

const maxBytes = 5 * 1024 * 1024
const outputSide = 400
const jpegQuality = 0.85

export type FileError = { title: string; description: string }

export function validateFile(file: File): FileError | null {
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

/** Throws when the browser cannot decode the image. */
export async function imageSize(address: string): Promise<Size> {
  const image = new Image()
  image.src = address
  await image.decode().catch(() => {
    throw new Error('Failed to process the image')
  })
  // An SVG may have no size of its own.
  return { width: image.naturalWidth || outputSide, height: image.naturalHeight || outputSide }
}

export function croppedJpeg(
  image: HTMLImageElement | null,
  crop: Crop | undefined,
  view: View,
  size: Size,
): string {
  if (!image || !crop) throw new Error('No image or crop area selected')
  const canvas = document.createElement('canvas')
  canvas.width = outputSide
  canvas.height = outputSide
  const context = canvas.getContext('2d')
  if (!context) throw new Error('Could not create canvas context')
  // JPEG has no transparency: without a background it would become black.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, outputSide, outputSide)
  context.imageSmoothingQuality = 'high'
  const { x, y, width, height } = sourceRect(crop, view, size)
  let url: string
  try {
    context.drawImage(image, x, y, width, height, 0, 0, outputSide, outputSide)
    url = canvas.toDataURL('image/jpeg', jpegQuality)
  } catch {
    throw new Error('Failed to process the image')
  }
  if (!url.startsWith('data:image/jpeg')) throw new Error('Failed to process the image')
  return url
}

/** The content security policy allows pictures at such URLs, and not at those of `blob:`. */
export function readAsDataUrl(file: Blob): Promise<string> {
  const reader = new FileReader()
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error('Failed to process the image'))
    reader.readAsDataURL(file)
  })
}

/** The picture at a URL, for Undo; null if the response is a failure. */
export async function readPicture(url: string): Promise<string | null> {
  const response = await fetch(url)
  return response.ok ? readAsDataUrl(await response.blob()) : null
}
