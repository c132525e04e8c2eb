import { badInput, Failure, notFound } from '../platform/errors.ts'
import { maxTracks } from './tracks.contract.ts'

export const notATrackLink = () => badInput('Please enter a valid Spotify track URL', 'spotifyUrl')

export const trackNotFound = () => notFound('This track')

export const duplicateTrack = (brand: string) =>
  new Failure(
    409,
    'duplicate_track',
    `Oops! Looks like you already have that track on your ${brand}`,
    { field: 'spotifyUrl' },
  )

export const listIsFull = (brand: string) =>
  new Failure(409, 'list_is_full', `Your ${brand} already has ${maxTracks} tracks`)

export const notAnOrder = () =>
  badInput('The order must name each of your tracks once, with ranks from 1 upwards', 'tracks')
