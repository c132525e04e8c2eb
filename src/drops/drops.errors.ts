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

export const invalidReminderLink = () =>
  new Failure(
    'invalid_token',
    'Part of it may be missing. Open the link in the mail itself, at its very end, or turn reminders off in Settings, under Mail.',
    { field: 'token' },
  )

export const formerReminderLink = () =>
  new Failure(
    'invalid_token',
    'It came in a mail to an account that was deleted or has another address by now.',
    { field: 'token' },
  )

export const nothingChanged = (brand: string) =>
  new Failure(
    'list_unchanged',
    `Your ${brand} has not changed since your last drop: change a track or the order first.`,
  )
