import { randomBytes } from 'node:crypto'
import { addDrops } from '../drops/add-drops.ts'
import { hashPassword } from '../members/passwords/passwords.ts'
import { demoUsername } from '../platform/config/config.ts'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import { trackLinkOf } from '../spotify/page-links.shared.ts'
import { sampleTracks } from './sample-tracks.shared.ts'

const note = 'Slow mornings, loud evenings. Number one has not moved since spring.'
const email = 'demo@radr.invalid'
const day = 24 * 60 * 60 * 1000

/** Shows in a new installation what the product is. The password is random, and the email receives no mail. */
export async function addDemoMember({ db, clock, passwordCost }: Context) {
  const password = await hashPassword(randomBytes(32).toString('base64url'), passwordCost)
  await db.transaction().execute(async trx => {
    const existing = await trx.selectFrom('users').select('id').limit(1).executeTakeFirst()
    if (existing) return
    const now = clock.now()
    const { id } = await trx
      .insertInto('users')
      .values({
        username: demoUsername,
        password,
        email,
        email_confirmed_at: now,
        tracks_updated_at: daysBefore(now, 3),
        created_at: daysBefore(now, 40),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    // Every account whose email is confirmed has its email here.
    await trx.insertInto('follower_registry').values({ user_id: id, email }).execute()
    await addTracks(trx, id, now)
    const list = sampleTracks.map(track => track.id)
    await addDrops(trx, id, [{ number: 1, note, created_at: daysBefore(now, 3), list }])
  })
}

async function addTracks(trx: Transaction, userId: number, now: Date) {
  await trx
    .insertInto('track_details')
    .values(sampleTracks.map(({ id, title, artist }) => ({ spotify_track_id: id, title, artist })))
    .execute()
  await trx
    .insertInto('tracks')
    .values(
      sampleTracks.map(({ id }, index) => ({
        user_id: userId,
        spotify_track_id: id,
        spotify_track_url: trackLinkOf(id),
        rank: index + 1,
        // Old enough for the badge of old tracks.
        created_at: daysBefore(now, index === 0 ? 34 : 3),
      })),
    )
    .execute()
}

const daysBefore = (time: Date, days: number) => new Date(time.getTime() - days * day)
