import { describe, expect, test } from 'vitest'
import {
  type Crop,
  centredCrop,
  recentred,
  sourceOf,
  usableCrop,
  wholePicture,
  zoomedTo,
} from './crop-area.ts'

const landscape = { width: 1000, height: 500 }
const square = (x: number, y: number, side: number): Crop => ({
  x,
  y,
  width: side,
  height: side,
  unit: '%',
})

describe('What is selected', () => {
  test('begins as a centred square of 80 % of the shorter side', () => {
    const crop = centredCrop(landscape)
    expect(crop).toEqual({ x: 30, y: 10, width: 40, height: 80, unit: '%' })
    expect(sourceOf(crop, wholePicture, landscape)).toEqual({
      x: 300,
      y: 50,
      width: 400,
      height: 400,
    })
    expect(centredCrop({ width: 500, height: 500 })).toEqual({ ...square(10, 10, 80) })
  })

  test('is kept from 10 % of the width and height on', () => {
    expect(usableCrop(square(3, 4, 10), landscape)).toEqual(square(3, 4, 10))
  })

  test('is the centred square instead where it is smaller or nothing', () => {
    const centred = centredCrop(landscape)
    expect(usableCrop({ ...square(3, 4, 10), width: 9.9 }, landscape)).toEqual(centred)
    expect(usableCrop({ ...square(3, 4, 10), height: 9.9 }, landscape)).toEqual(centred)
    expect(usableCrop(square(50, 50, 0), landscape)).toEqual(centred)
    expect(usableCrop(undefined, landscape)).toEqual(centred)
  })
})

describe('The zoom', () => {
  test('goes from 1 to 3 in steps of 0.1', () => {
    const crop = square(10, 10, 80)
    const zoomOf = (zoom: number) => zoomedTo(zoom, wholePicture, crop).zoom
    expect(zoomOf(0.4)).toBe(1)
    expect(zoomOf(1.14)).toBeCloseTo(1.1)
    expect(zoomOf(2.96)).toBeCloseTo(3)
    expect(zoomOf(7)).toBe(3)
  })

  test('keeps what is in the middle of the selection there', () => {
    const crop = square(40, 20, 20)
    const middleOf = (source: ReturnType<typeof sourceOf>) => [
      source.x + source.width / 2,
      source.y + source.height / 2,
    ]
    const view = zoomedTo(2, wholePicture, crop)
    expect(middleOf(sourceOf(crop, view, landscape))).toEqual([500, 150])
    expect(sourceOf(crop, view, landscape)).toMatchObject({ width: 100, height: 50 })
    expect(middleOf(sourceOf(crop, zoomedTo(3, view, crop), landscape))).toEqual([
      expect.closeTo(500),
      expect.closeTo(150),
    ])
  })

  test('never shows what is beyond the picture, and at 1 shows all of it', () => {
    const corner = square(80, 80, 20)
    const view = zoomedTo(3, { zoom: 2, left: 0.5, top: 0.5 }, corner)
    expect(view.left).toBeLessThanOrEqual(1 - 1 / 3)
    expect(zoomedTo(1, view, corner)).toEqual(wholePicture)
  })
})

describe('Recentring', () => {
  test('changes what is seen but not what is selected', () => {
    const before = { view: { zoom: 2, left: 0.1, top: 0.2 }, crop: square(70, 5, 20) }
    const { view, crop } = recentred(before.view, before.crop)
    expect(crop.x).toBeCloseTo(40)
    expect(crop.y).toBeGreaterThanOrEqual(5)
    const [was, is] = [
      sourceOf(before.crop, before.view, landscape),
      sourceOf(crop, view, landscape),
    ]
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(is[side]).toBeCloseTo(was[side])
  })

  test('lets a selection walk to the edge of a zoomed picture', () => {
    let at = { view: zoomedTo(3, wholePicture, square(10, 10, 80)), crop: square(10, 10, 80) }
    for (let step = 0; step < 11; step++) {
      at = recentred(at.view, { ...at.crop, x: 20 })
    }
    expect(at.view.left).toBeCloseTo(1 - 1 / 3)
    expect(at.crop.x).toBeCloseTo(20)
  })

  test('leaves everything as it is while the whole picture is shown', () => {
    const crop = square(3, 60, 30)
    expect(recentred(wholePicture, crop)).toEqual({ view: wholePicture, crop })
  })
})
