import { coverTone } from '../spotify/covers/fetch-cover.ts'
import { darkColor, palette } from '../ui/theme/colors.ts'
import { mix } from '../ui/theme/oklab.ts'
import { pickBySeed } from '../ui/theme/pick-by-seed.ts'

export type CardColors = { ground: string; ink: string }

export const gold = darkColor('gold')
export const onGold = darkColor('on-gold')

/**
 * Those of a page in the colors of the cover, or of the generated one: light, to stand out in a chat, and dark for thin
 * golden lines.
 */
export async function cardColors(
  cover: Buffer | undefined,
  seed: string,
): Promise<Record<'light' | 'dark', CardColors>> {
  const tone = cover ? await coverTone(cover) : pickBySeed(palette, seed).tone
  const [light, dark] = [tone.slice(0, 6), tone.slice(6)]
  return {
    light: { ground: `#${light}`, ink: `#${mix(light, 0.24, '000000')}` },
    dark: { ground: `#${dark}`, ink: `#${mix(dark, 0.1, 'ffffff')}` },
  }
}
