import { describe, expect, test } from 'vitest'
import {
  type Crop,
  centeredCrop,
  recentered,
  sourceRect,
  usableCrop,
  wholePicture,
  zoomTo,
} from './avatar-crop.ts'
import { croppedJpeg } from './avatar-image.ts'

const landscape = { width: 1000, height: 500 }
const square = (x: number, y: number, side: number): Crop => ({
  x,
  y,
  width: side,
  height: side,
  unit: '%',
})

describe('The selection', () => {
  test('starts as a centered square of 80 % of the shorter side', () => {
    const crop = centeredCrop(landscape)
    expect(crop).toEqual({ x: 30, y: 10, width: 40, height: 80, unit: '%' })
    expect(sourceRect(crop, wholePicture, landscape)).toEqual({
      x: 300,
      y: 50,
      width: 400,
      height: 400,
    })
    expect(centeredCrop({ width: 500, height: 500 })).toEqual({ ...square(10, 10, 80) })
  })

  test('is kept when it has at least 10 % of the width and height', () => {
    expect(usableCrop(square(3, 4, 10), landscape)).toEqual(square(3, 4, 10))
  })

  test('is replaced by the centered square when it is smaller or empty', () => {
    const centered = centeredCrop(landscape)
    expect(usableCrop({ ...square(3, 4, 10), width: 9.9 }, landscape)).toEqual(centered)
    expect(usableCrop({ ...square(3, 4, 10), height: 9.9 }, landscape)).toEqual(centered)
    expect(usableCrop(square(50, 50, 0), landscape)).toEqual(centered)
    expect(usableCrop(undefined, landscape)).toEqual(centered)
  })
})

describe('The zoom', () => {
  test('ranges from 1 to 3 in steps of 0.1', () => {
    const crop = square(10, 10, 80)
    const zoomOf = (zoom: number) => zoomTo(zoom, wholePicture, crop).zoom
    expect(zoomOf(0.4)).toBe(1)
    expect(zoomOf(1.14)).toBeCloseTo(1.1)
    expect(zoomOf(2.96)).toBeCloseTo(3)
    expect(zoomOf(7)).toBe(3)
  })

  test('keeps the center of the selection in place', () => {
    const crop = square(40, 20, 20)
    const middleOf = (source: ReturnType<typeof sourceRect>) => [
      source.x + source.width / 2,
      source.y + source.height / 2,
    ]
    const view = zoomTo(2, wholePicture, crop)
    expect(middleOf(sourceRect(crop, view, landscape))).toEqual([500, 150])
    expect(sourceRect(crop, view, landscape)).toMatchObject({ width: 100, height: 50 })
    expect(middleOf(sourceRect(crop, zoomTo(3, view, crop), landscape))).toEqual([
      expect.closeTo(500),
      expect.closeTo(150),
    ])
  })

  test('stays within the picture, and shows all of it at 1', () => {
    const corner = square(80, 80, 20)
    const view = zoomTo(3, { zoom: 2, left: 0.5, top: 0.5 }, corner)
    expect(view.left).toBeLessThanOrEqual(1 - 1 / 3)
    expect(zoomTo(1, view, corner)).toEqual(wholePicture)
  })
})

describe('Recentering', () => {
  test('changes the view, not the selected part of the picture', () => {
    const before = { view: { zoom: 2, left: 0.1, top: 0.2 }, crop: square(70, 5, 20) }
    const { view, crop } = recentered(before.view, before.crop)
    expect(crop.x).toBeCloseTo(40)
    expect(crop.y).toBeGreaterThanOrEqual(5)
    const [was, is] = [
      sourceRect(before.crop, before.view, landscape),
      sourceRect(crop, view, landscape),
    ]
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(is[side]).toBeCloseTo(was[side])
  })

  test('lets the selection reach the edge of a zoomed picture', () => {
    let at = { view: zoomTo(3, wholePicture, square(10, 10, 80)), crop: square(10, 10, 80) }
    for (let step = 0; step < 11; step++) {
      at = recentered(at.view, { ...at.crop, x: 20 })
    }
    expect(at.view.left).toBeCloseTo(1 - 1 / 3)
    expect(at.crop.x).toBeCloseTo(20)
  })

  test('changes nothing while the whole picture is shown', () => {
    const crop = square(3, 60, 30)
    expect(recentered(wholePicture, crop)).toEqual({ view: wholePicture, crop })
  })
})

test('Cropping without an image or a selection is an error', () => {
  const message = 'No image or crop area selected'
  const image = {} as HTMLImageElement
  expect(() => croppedJpeg(null, centeredCrop(landscape), wholePicture, landscape)).toThrow(message)
  expect(() => croppedJpeg(image, undefined, wholePicture, landscape)).toThrow(message)
})
