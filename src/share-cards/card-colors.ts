import { coverColor } from '../spotify/covers/fetch-cover.ts'
import { darkColor, palette } from '../ui/theme/colors.ts'
import { backgroundsOf, foregroundOn } from '../ui/theme/cover-backgrounds.ts'
import { pickBySeed } from '../ui/theme/pick-by-seed.ts'

export type CardColors = { background: string; foreground: string }

export const gold = darkColor('gold')
export const onGold = darkColor('on-gold')

/**
 * The colors of a page in those of the cover, or of the generated one: as visitors with the light theme see it, to stand
 * out in a chat, and always dark for thin golden lines.
 */
export async function cardColors(
  cover: Buffer | undefined,
  seed: string,
): Promise<Record<'light' | 'dark', CardColors>> {
  const color = cover ? await coverColor(cover) : pickBySeed(palette, seed).background.slice(1)
  const { light, dark, isDark } = backgroundsOf(color)
  return {
    light: { background: `#${light}`, foreground: `#${foregroundOn(light, isDark)}` },
    dark: { background: `#${dark}`, foreground: `#${foregroundOn(dark, true)}` },
  }
}
