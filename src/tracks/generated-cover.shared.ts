import { palette } from '../ui/theme/colors.ts'
import { pickBySeed } from '../ui/theme/pick-by-seed.ts'
import type { Cover } from './tracks.schemas.ts'

/** A background, in CSS, in place of a cover that is not known: the rings of a record, the same for the same seed. */
export function generatedCover(seed: string) {
  const { background, tint } = pickBySeed(palette, seed)
  const [center, width] = pickBySeed(records, `${seed}center`)
  return {
    backgroundColor: background,
    // The tint has 22 %. A quarter of a percent is between two rings, because a hard edge is jagged.
    backgroundImage: `repeating-radial-gradient(circle at ${center},#0000 0 ${width}%,${tint}38 ${width + 0.25}% ${2 * width}%,#0000 ${2 * width + 0.25}%)`,
  }
}

/** Where the middle is, and how wide a ring is, in percent of the way to the farthest corner. */
const records: [[center: string, width: number], ...[center: string, width: number][]] = [
  ['50% 50%', 12],
  ['20% 24%', 9],
  ['82% 80%', 8],
  ['50% 92%', 10],
  ['10% 70%', 8],
  ['76% 18%', 9],
]

type ColorSource = Omit<Cover, 'color'> & Partial<Pick<Cover, 'color'>>

export const generatedColor = (trackId: string): string =>
  pickBySeed(palette, trackId).background.slice(1)

/** The main color of the track's cover, or of its generated one; null before the cover was read. */
export const trackColor = ({ spotify_track_id, artwork, color }: ColorSource): string | null =>
  color ?? (artwork ? null : generatedColor(spotify_track_id))
