import { Failure } from '../platform/errors.ts'
import { daysBetweenDrops } from './drops.shared.ts'

export const listEmpty = (brand: string) =>
  new Failure('list_empty', `Your ${brand} is empty: add a track before you drop it.`)

export const dropTooSoon = (nextDropTime: Date) =>
  new Failure(
    'drop_too_soon',
    `You can drop once every ${daysBetweenDrops} days. Your next drop unlocks on ${nextDropTime.toISOString()}.`,
    { extra: { nextDropTime: nextDropTime.toISOString() } },
  )

export const nothingChanged = (brand: string) =>
  new Failure(
    'list_unchanged',
    `Your ${brand} has not changed since your last drop: change a track or the order first.`,
  )
