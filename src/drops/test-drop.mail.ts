import { paths } from '../contract/paths.shared.ts'
import { dropMail } from '../delivery/drop-mail/drop-mail.tsx'
import { defineMail } from '../mail/define-mail.ts'
import { findMember } from '../members/members.queries.ts'
import { presentMovement } from '../tracks/movement/decide-movement.ts'
import { listLeftTracks, listTracks } from '../tracks/tracks.queries.ts'
import { previewDrop } from './decide-next-drop.ts'

export const mailTestDrop = defineMail('test-drop', ({ db, config, clock }) => async mail => {
  const userId = mail.subjectId
  const { email, username } = await findMember(db, userId)
  const preview = await previewDrop(db, userId, clock.now())
  // The list was emptied since.
  if (!preview) return null
  const { number, tracks: moved, movement } = preview
  const movedOf = new Map(moved.map(track => [track.spotify_track_id, track]))
  const tracks = await listTracks(db, userId)
  return {
    to: email,
    template: dropMail({
      brand: config.brand,
      username,
      dropNumber: number,
      note: mail.data.note,
      confirmLink: null,
      tracks: tracks.flatMap(track => {
        const found = movedOf.get(track.spotify_track_id)
        return found ? { ...track, movement: presentMovement(found) } : []
      }),
      movement,
      left: await listLeftTracks(db, movement),
      dropLink: `${config.publicUrl}${paths.profile(username)}`,
      song: null,
      settings: null,
      reason: `You get this because you asked ${config.brand} for a test drop.`,
    }),
  }
})
