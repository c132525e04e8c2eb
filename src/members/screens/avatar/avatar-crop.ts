/** The cropper's selection, in percent of the displayed width and height. */
export type Crop = { x: number; y: number; width: number; height: number; unit: '%' }
export type Size = { width: number; height: number }

/** The visible part of the picture: `1 / zoom` of it, at `left` and `top`, in fractions of its size. */
export type View = { zoom: number; left: number; top: number }

export const zoomRange = { min: 1, max: 3, step: 0.1 }
export const wholePicture: View = { zoom: 1, left: 0, top: 0 }

const minPercent = 10
const centeredSide = 0.8

export function centeredCrop({ width, height }: Size): Crop {
  const side = centeredSide * Math.min(width, height)
  const percent = { width: (side / width) * 100, height: (side / height) * 100 }
  return {
    x: (100 - percent.width) / 2,
    y: (100 - percent.height) / 2,
    ...percent,
    unit: '%',
  }
}

export function usableCrop(crop: Crop | undefined, size: Size): Crop {
  return crop && crop.width >= minPercent && crop.height >= minPercent ? crop : centeredCrop(size)
}

/** The view at another zoom. The center of the selection stays in place as far as the picture's edges allow. */
export function zoomTo(zoom: number, view: View, crop: Crop): View {
  const rounded = Math.round(zoom / zoomRange.step) * zoomRange.step
  const next = Math.min(Math.max(rounded, zoomRange.min), zoomRange.max)
  const center = { x: (crop.x + crop.width / 2) / 100, y: (crop.y + crop.height / 2) / 100 }
  return {
    zoom: next,
    left: clamp(view.left + center.x / view.zoom - center.x / next, next),
    top: clamp(view.top + center.y / view.zoom - center.y / next, next),
  }
}

/** Moves the view so that the selection is as close to the center as possible. Without this, parts of a zoomed picture could not be reached. */
export function recentered(view: View, crop: Crop): { view: View; crop: Crop } {
  const shift = {
    x: (crop.x + crop.width / 2 - 50) / 100 / view.zoom,
    y: (crop.y + crop.height / 2 - 50) / 100 / view.zoom,
  }
  const left = clamp(view.left + shift.x, view.zoom)
  const top = clamp(view.top + shift.y, view.zoom)
  return {
    view: { zoom: view.zoom, left, top },
    crop: {
      ...crop,
      x: crop.x + (view.left - left) * view.zoom * 100,
      y: crop.y + (view.top - top) * view.zoom * 100,
    },
  }
}

export function sourceRect(crop: Crop, view: View, { width, height }: Size) {
  return {
    x: (view.left + crop.x / 100 / view.zoom) * width,
    y: (view.top + crop.y / 100 / view.zoom) * height,
    width: (crop.width / 100 / view.zoom) * width,
    height: (crop.height / 100 / view.zoom) * height,
  }
}

const clamp = (start: number, zoom: number) => Math.min(Math.max(start, 0), 1 - 1 / zoom)
