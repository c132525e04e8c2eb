import { palette } from '../ui/colors.ts'
import { pickBySeed } from '../ui/seeded-random.ts'
import type { Cover } from './tracks.schemas.ts'

type ToneSource = Omit<Cover, 'tone'> & Partial<Pick<Cover, 'tone'>>

/** The color of a page that wears the track's cover, or its generated one; null before the cover was read. */
export const trackTone = ({ spotify_track_id, artwork, tone }: ToneSource): string | null =>
  tone ?? (artwork ? null : pickBySeed(palette, spotify_track_id).tone)
