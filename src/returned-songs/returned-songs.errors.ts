import { Failure, notFound } from '../platform/errors.ts'
import { noTrackLinkMessage } from './returned-songs.shared.ts'

export const dropToAnswerNotFound = () => notFound('This drop')

export const onlyFollowersSend = (username: string) =>
  new Failure(
    'not_following',
    `Only followers of @${username} can send them a song. Follow @${username} first.`,
    { extra: { username } },
  )

export const songsRefused = (username: string) =>
  new Failure('songs_refused', `@${username} takes no songs for now. You still get their drops.`, {
    extra: { username },
  })

export const senderNotConfirmed = () =>
  new Failure(
    'email_not_confirmed',
    'Confirm your email address first: Settings can send the link again.',
  )

export const songAlreadySent = (username: string) =>
  new Failure(
    'song_already_sent',
    `You have sent @${username} a song for this drop. The next drop takes another.`,
  )

export const noTrackLink = () =>
  new Failure('invalid_track_link', noTrackLinkMessage, { field: 'spotifyUrl' })
