/** A circle as part of a path: one element with eleven circles renders faster than eleven elements. */
export const circlePath = (x: number, y: number, radius: number) =>
  `M${toTenths(x - radius)} ${y}a${radius} ${radius} 0 1 0 ${toTenths(2 * radius)} 0a${radius} ${radius} 0 1 0 ${toTenths(-2 * radius)} 0`

// Browsers differ in the last digits of sines; rounded, the result is the same as on the server.
export const toTenths = (n: number) => Math.round(n * 10) / 10
