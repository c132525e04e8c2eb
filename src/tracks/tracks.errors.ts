import { Failure, notFound } from '../platform/errors.ts'
import { maxTracks } from './tracks.contract.ts'

export const invalidTrackLink = () =>
  new Failure('invalid_track_link', 'Please enter a valid Spotify track URL', {
    field: 'spotifyUrl',
  })

/** The words say what to paste instead. */
export const shortLinkNotTrack = (kind: string) =>
  new Failure(
    'short_link_not_track',
    `This short link leads to something other than a song (${kind}). Open a song and copy its link.`,
    { field: 'spotifyUrl' },
  )

export const shortLinkBroken = () =>
  new Failure(
    'short_link_broken',
    'This short link leads nowhere. Open the song and copy its link.',
    { field: 'spotifyUrl' },
  )

export const shortLinkUnavailable = () =>
  new Failure(
    'short_link_unavailable',
    'This short link could not be opened right now. Open it yourself and copy the song’s own link, or try again later.',
    { field: 'spotifyUrl' },
  )

export const unknownTrack = () =>
  new Failure(
    'unknown_track',
    'Spotify does not know this track. Open the song and copy its link again.',
    { field: 'link' },
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
