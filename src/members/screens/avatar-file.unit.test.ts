import { expect, test } from 'vitest'
import { croppedJpeg } from './avatar-file.ts'
import { centredCrop, wholePicture } from './crop-area.ts'

test('Nothing is cut out of no picture, or by no selection', () => {
  const size = { width: 500, height: 400 }
  const image = {} as HTMLImageElement
  const words = 'No image or crop area selected'
  expect(() => croppedJpeg(null, centredCrop(size), wholePicture, size)).toThrow(words)
  expect(() => croppedJpeg(image, undefined, wholePicture, size)).toThrow(words)
})
