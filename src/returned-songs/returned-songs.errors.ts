import { Failure, notFound } from '../platform/errors.ts'
import { howToPasteLink } from '../spotify/page-links.shared.ts'

export const dropToAnswerNotFound = () => notFound('This drop')

export const notFollowing = (username: string) =>
  new Failure(
    'not_following',
    `Only followers of @${username} can send them a song. Follow @${username} first.`,
    { extra: { username } },
  )

export const songsRefused = (username: string) =>
  new Failure('songs_refused', `@${username} takes no songs for now. You still get their drops.`, {
    extra: { username },
  })

export const senderHidden = () =>
  new Failure(
    'member_hidden',
    'An administrator has hidden you, so you cannot send songs to anybody for now.',
  )

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

/** Says more than the editor of a list, which shows beside its field how to get a link. */
export const noTrackLink = () =>
  new Failure('invalid_track_link', `This is no link to a track. ${howToPasteLink}`, {
    field: 'spotifyUrl',
  })
