import sharp from 'sharp'

const pairs = ['#e0653a', '#2d4373', '#3f8f7a', '#d9a521', '#7a3f8f']

/** A member's picture, as a data URL. */
export async function portrait(index: number): Promise<string> {
  const [sky, face] = [pairs[index % 5], pairs[(index + 2) % 5]]
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="400" height="400"><rect width="10" height="10" fill="${sky}"/><circle cx="5" cy="4" r="2" fill="${face}"/><ellipse cx="5" cy="9.6" rx="3.6" ry="3.4" fill="${face}"/></svg>`
  const jpeg = await sharp(Buffer.from(drawing)).jpeg().toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

/** A cover as the service would have it: the app may show pictures of its host alone. */
export function coverOf(address: string): string {
  const seed = [...address].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 100_003, 7)
  const [back, front] = [pairs[seed % 5], pairs[(seed + 1 + (seed % 3)) % 5]]
  const at = 20 + (seed % 60)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="300" height="300"><rect width="100" height="100" fill="${back}"/><rect x="${at}" width="${seed % 40}" height="100" fill="${front}"/><circle cx="${100 - at}" cy="${at}" r="${12 + (seed % 22)}" fill="${front}" opacity=".8"/></svg>`
}
