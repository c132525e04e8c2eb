import { Failure } from '../platform/errors.ts'

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
