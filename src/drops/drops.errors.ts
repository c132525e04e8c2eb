import { badInput, Failure } from '../platform/errors.ts'
import { daysBetweenDrops } from './drops.contract.ts'

export const listEmpty = (brand: string) =>
  badInput(`Your ${brand} is empty: add a track before you drop it.`)

export const dropTooSoon = (nextDropTime: Date) =>
  new Failure(
    409,
    'drop_too_soon',
    `You can drop once every ${daysBetweenDrops} days. Your next drop unlocks on ${nextDropTime.toISOString()}.`,
    { extra: { nextDropTime: nextDropTime.toISOString() } },
  )

export const nothingChanged = (brand: string) =>
  new Failure(
    409,
    'nothing_changed',
    `Your ${brand} has not changed since your last drop: change a track or the order first.`,
  )
