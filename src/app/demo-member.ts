import { randomBytes } from 'node:crypto'
import { hashPassword } from '../members/passwords.ts'
import { demoUsername } from '../platform/config.ts'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import { trackLinkOf } from '../tracks/track-link.contract.ts'

const note = 'Slow mornings, loud evenings. Number one has not moved since spring.'
const day = 24 * 60 * 60 * 1000

/** In order. */
const tracks = [
  { id: '2ssoK2Vqu6gzlyHhBwxi2w', title: 'TO THE AIR/空へ', artist: 'Haruomi Hosono' },
  { id: '7H71gZwWs3xPWnHM30NDUp', title: 'Mykonos', artist: 'Fleet Foxes' },
  { id: '3vqINomEEpyG7nlUfqbd49', title: '光の塵', artist: 'Alaskan Tapes' },
  {
    id: '4yKd720PDsj6ZadrmJ9ESa',
    title: 'The Big Blue Star Impossible to Imagine',
    artist: 'ワールドスタンダード',
  },
  {
    id: '758wEKVqfYopJIHYWdLVd4',
    title: 'I Wanna Be Adored - Remastered 2009',
    artist: 'The Stone Roses',
  },
  { id: '5BeIxIMY0exSWc7LyPrchH', title: '銀の船', artist: 'Yumiko Morioka' },
  { id: '1DzMkx08Zq6aDDhsRDVnPb', title: 'Esperanza / 希望', artist: 'nubo' },
]

/**
 * Gives an empty embedded database one member with a list and a drop, so that a first look shows
 * what the product is. Nobody knows the password, and no mail is ever sent to the address.
 */
export async function addDemoMember({ db, clock, passwordCost }: Context) {
  const password = await hashPassword(randomBytes(32).toString('base64url'), passwordCost)
  await db.transaction().execute(async trx => {
    const anybody = await trx.selectFrom('users').select('id').limit(1).executeTakeFirst()
    if (anybody) return
    const now = clock.now()
    const { id } = await trx
      .insertInto('users')
      .values({
        username: demoUsername,
        password,
        email: 'demo@radr.invalid',
        email_confirmed_at: now,
        tracks_updated_at: daysBefore(now, 3),
        created_at: daysBefore(now, 40),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addTracks(trx, id, now)
    await addDrop(trx, id, daysBefore(now, 3))
  })
}

async function addTracks(trx: Transaction, userId: number, now: Date) {
  await trx
    .insertInto('track_details')
    .values(tracks.map(({ id, title, artist }) => ({ spotify_track_id: id, title, artist })))
    .execute()
  await trx
    .insertInto('tracks')
    .values(
      tracks.map(({ id }, index) => ({
        user_id: userId,
        spotify_track_id: id,
        spotify_track_url: trackLinkOf(id),
        rank: index + 1,
        // The first has been there longest, which shows the badge of old tracks.
        created_at: daysBefore(now, index === 0 ? 34 : 3),
      })),
    )
    .execute()
}

async function addDrop(trx: Transaction, userId: number, at: Date) {
  const { id } = await trx
    .insertInto('drops')
    .values({ user_id: userId, drop_number: 1, note, created_at: at, ledger_filled_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('drop_tracks')
    .values(
      tracks.map((track, index) => ({ drop_id: id, spotify_track_id: track.id, rank: index + 1 })),
    )
    .execute()
}

const daysBefore = (time: Date, days: number) => new Date(time.getTime() - days * day)
