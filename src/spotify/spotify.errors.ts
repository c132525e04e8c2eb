import type { FailureCode } from '../contract/failure-codes.shared.ts'
import { Failure } from '../platform/errors.ts'

const wrongLink = (code: FailureCode, message: string) =>
  new Failure(code, message, { field: 'spotifyUrl' })

export const invalidTrackLink = () =>
  wrongLink('invalid_track_link', 'Please enter a valid Spotify track URL')

/** The words say what to paste instead. */
export const shortLinkNotTrack = (kind: string) =>
  wrongLink(
    'short_link_not_track',
    `This short link leads to something other than a track (${kind}). Open a track and copy its link.`,
  )

export const shortLinkBroken = () =>
  wrongLink('short_link_broken', 'This short link leads nowhere. Open the track and copy its link.')

export const shortLinkUnavailable = () =>
  wrongLink(
    'short_link_unavailable',
    'This short link could not be opened right now. Open it yourself and copy the track’s own link, or try again later.',
  )
