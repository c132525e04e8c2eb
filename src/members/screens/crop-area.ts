/** A rectangle on a picture as the cropper has it; in percent of the picture's width and height. */
export type Crop = { x: number; y: number; width: number; height: number; unit: '%' }
export type Size = { width: number; height: number }

/** What part of the picture is shown: `1 / zoom` of it, from `left` and `top`, which are fractions of it. */
export type View = { zoom: number; left: number; top: number }

export const zoomRange = { min: 1, max: 3, step: 0.1 }
export const wholePicture: View = { zoom: 1, left: 0, top: 0 }

const smallest = 10
const centredSide = 0.8

/** A square in the middle, with sides of 80 % of the picture's shorter one. */
export function centredCrop({ width, height }: Size): Crop {
  const side = centredSide * Math.min(width, height)
  const percent = { width: (side / width) * 100, height: (side / height) * 100 }
  return {
    x: (100 - percent.width) / 2,
    y: (100 - percent.height) / 2,
    ...percent,
    unit: '%',
  }
}

/** The selection as made, or the centred one where there is none or less than 10 % was selected. */
export function usableCrop(crop: Crop | undefined, size: Size): Crop {
  return crop && crop.width >= smallest && crop.height >= smallest ? crop : centredCrop(size)
}

/** The view at another zoom; what is in the middle of the selection stays there, as far as the picture reaches. */
export function zoomedTo(zoom: number, view: View, crop: Crop): View {
  const rounded = Math.round(zoom / zoomRange.step) * zoomRange.step
  const next = Math.min(Math.max(rounded, zoomRange.min), zoomRange.max)
  const middle = { x: (crop.x + crop.width / 2) / 100, y: (crop.y + crop.height / 2) / 100 }
  return {
    zoom: next,
    left: within(view.left + middle.x / view.zoom - middle.x / next, next),
    top: within(view.top + middle.y / view.zoom - middle.y / next, next),
  }
}

/** Moves view and selection together until the selection is as near to the middle as it can be: so all of a zoomed picture can be reached. */
export function recentred(view: View, crop: Crop): { view: View; crop: Crop } {
  const shift = {
    x: (crop.x + crop.width / 2 - 50) / 100 / view.zoom,
    y: (crop.y + crop.height / 2 - 50) / 100 / view.zoom,
  }
  const left = within(view.left + shift.x, view.zoom)
  const top = within(view.top + shift.y, view.zoom)
  return {
    view: { zoom: view.zoom, left, top },
    crop: {
      ...crop,
      x: crop.x + (view.left - left) * view.zoom * 100,
      y: crop.y + (view.top - top) * view.zoom * 100,
    },
  }
}

/** The selected square in the picture's own pixels. */
export function sourceOf(crop: Crop, view: View, { width, height }: Size) {
  return {
    x: (view.left + crop.x / 100 / view.zoom) * width,
    y: (view.top + crop.y / 100 / view.zoom) * height,
    width: (crop.width / 100 / view.zoom) * width,
    height: (crop.height / 100 / view.zoom) * height,
  }
}

const within = (start: number, zoom: number) => Math.min(Math.max(start, 0), 1 - 1 / zoom)
