import { Failure, notFound } from '../platform/errors.ts'
import { maxTracks, unknownTrackMessage } from './tracks.shared.ts'

export const unknownTrack = () =>
  new Failure('unknown_track', unknownTrackMessage, { field: 'link' })

export const searchUnavailable = () =>
  new Failure(
    'search_unavailable',
    'The search is not available right now. Paste a link to the track instead.',
    { field: 'q' },
  )

export const trackNotFound = () => notFound('This track')

export const duplicateTrack = (brand: string) =>
  new Failure('duplicate_track', `Oops! Looks like you already have that track on your ${brand}`, {
    field: 'spotifyUrl',
  })

export const listIsFull = (brand: string) =>
  new Failure('list_full', `Your ${brand} already has ${maxTracks} tracks`)

export const invalidTrackOrder = () =>
  new Failure(
    'invalid_track_order',
    'The order must name each of your tracks once, with ranks from 1 upwards',
    { field: 'tracks' },
  )
