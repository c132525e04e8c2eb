import { expect, test } from 'vitest'
import { day, openTestApp, runJob } from '../../tests/test-app.ts'
import { purgeUnusedTracks } from './purge-unused-tracks.job.ts'

const app = await openTestApp()

test('Details of a track are deleted a day after the last preview when it is on no list and in no drop', async () => {
  const { db, clock } = app.context
  const member = await app.member()
  const add = async (id: string) => {
    const spotifyUrl = `https://open.spotify.com/track/${id}`
    return (await member.call<{ id: number }>('POST', '/api/tracks', { spotifyUrl })).body.id
  }
  const dropped = await add('purgeDropped')
  await member.call('POST', '/api/drops', {})
  await add('purgeListed')
  await member.call('DELETE', `/api/tracks/${dropped}`)
  await member.call('DELETE', `/api/tracks/${await add('purgeRemoved')}`)
  // The tracks are more than one batch.
  const previewed = Array.from({ length: 1_200 }, (_, n) => `purgePreviewed${n}`)
  await db
    .insertInto('track_details')
    .values(previewed.map(id => ({ spotify_track_id: id, looked_up_at: clock.now(), gone: true })))
    .execute()
  const purged = async () => {
    await runJob(purgeUnusedTracks, app.context, {})
    const rows = await db
      .selectFrom('track_details')
      .select('spotify_track_id')
      .where('spotify_track_id', 'like', 'purge%')
      .execute()
    return rows.map(row => row.spotify_track_id).sort()
  }
  expect(await purged()).toEqual(['purgeDropped', 'purgeListed', ...previewed].sort())
  app.pass(day)
  expect(await purged()).toEqual(['purgeDropped', 'purgeListed'])
})
