import { badInput, Failure, notFound } from '../platform/errors.ts'
import { daysBetweenDrops } from './drops.contract.ts'

export const dropNotFound = () => notFound('This drop')

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

export const dropStopped = () =>
  new Failure(409, 'drop_stopped', 'You stopped this drop, so nobody else will get it.')

export const dropOver = () =>
  new Failure(409, 'drop_over', 'This drop is no longer being sent: there is nothing to stop.')
