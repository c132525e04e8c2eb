import sharp from 'sharp'

const pairs = ['#e0653a', '#2d4373', '#3f8f7a', '#d9a521', '#7a3f8f']

/** A member's picture, as a data URL. */
export async function portrait(index: number): Promise<string> {
  const [sky, face] = [pairs[index % 5], pairs[(index + 2) % 5]]
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="400" height="400"><rect width="10" height="10" fill="${sky}"/><circle cx="5" cy="4" r="2" fill="${face}"/><ellipse cx="5" cy="9.6" rx="3.6" ry="3.4" fill="${face}"/></svg>`
  const jpeg = await sharp(Buffer.from(drawing)).jpeg().toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

/** Backs and fronts of covers: dark and light ones, with and without color. */
const covers = [
  ['#e0653a', '#2d4373'],
  ['#101010', '#8c8c8c'],
  ['#d1121b', '#ffffff'],
  ['#2d4373', '#3f8f7a'],
  ['#f6f4f0', '#1a1a1a'],
  ['#0d1b4c', '#2f5fb3'],
  ['#3f8f7a', '#d9a521'],
  ['#8ace00', '#161616'],
  ['#7a3f8f', '#e0653a'],
  ['#787878', '#3c3c3c'],
  ['#d9a521', '#7a3f8f'],
  ['#9a1030', '#5a0a1c'],
] as const

/** A cover as the service would have it: the app may show pictures of its host alone. */
export function coverOf(address: string): string {
  const seed = [...address].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 100_003, 7)
  const [back, front] = covers[seed % covers.length] ?? covers[0]
  const at = 20 + (seed % 60)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="300" height="300"><rect width="100" height="100" fill="${back}"/><rect x="${at}" width="${seed % 40}" height="100" fill="${front}"/><circle cx="${100 - at}" cy="${at}" r="${12 + (seed % 22)}" fill="${front}" opacity=".8"/></svg>`
}
