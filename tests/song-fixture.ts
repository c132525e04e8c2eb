import { afterAll, beforeEach, expect } from 'vitest'
import { addressToken } from '../src/mail/links/mail-links.ts'
import type { DropToAnswer, ReturnedSong } from '../src/returned-songs/returned-songs.schemas.ts'
import type { Track } from '../src/tracks/tracks.schemas.ts'
import { addFollowers, deliveryOf, saveTracks } from './drop-audience.ts'
import { confirmedMember } from './member-actions.ts'
import { startMockOutside } from './servers/mock-outside.ts'
import { addSpotify, readTitles } from './servers/mock-spotify.ts'
import { type Client, type Member, openTestApp } from './test-app.ts'

type Failed = { code?: string; field?: string; message?: string }

/** An app whose members get songs in answer to their drops, with the tracks of a service that the tests run. */
export async function openSongFixture() {
  const hosts = await startMockOutside()
  await addSpotify(hosts)
  afterAll(() => hosts.close())
  const titles = await readTitles()
  const app = await openTestApp({ RATE_LIMITS: 'on', OUTSIDE_SERVICES: hosts.url })
  const { db, linkKey } = app.context
  // The limits of a client apply to all that a test's clients do together.
  beforeEach(() => db.deleteFrom('rate_limits').execute())

  const link = (id: string) => `https://open.spotify.com/track/${id}`
  const song = () => titles.pop()?.id ?? ''

  /** A member with a drop, and a confirmed follower by email. */
  async function newStar() {
    const star = await app.member()
    await saveTracks(star, 2)
    await addFollowers(app, star.username, 2)
    expect((await star.call('POST', '/api/drops', {})).status).toBe(201)
    return star
  }

  async function followOf(email: string, { username }: { username: string }) {
    const { id } = await db
      .selectFrom('recipients')
      .innerJoin('users', 'users.id', 'radr_user_id')
      .select('follow_id as id')
      .where('address', '=', email)
      .where('users.username', '=', username)
      .executeTakeFirstOrThrow()
    return id
  }

  const fanOf = ({ username }: Member, number = 1) => `${username}-fan${number}@fans.test`

  /** The token in the mail of a drop. */
  const tokenOf = async (email: string, star: Member) =>
    addressToken('song', await followOf(email, star), email, linkKey)

  const send = (who: Client, body: object) =>
    who.call<{ username: string } & Failed>('POST', '/api/returned-songs', { drop: 1, ...body })

  /** Sends as the first follower by email. */
  async function sendAsFan(star: Member, more: object = {}, number = 1) {
    const token = await tokenOf(fanOf(star, number), star)
    return send(app.visitor(), { token, spotifyUrl: link(song()), ...more })
  }

  /** Passes the time, changes the list, and drops it. */
  async function dropAndDeliver(star: Member, later: number) {
    app.pass(later)
    const { body } = await star.call<Track[]>('GET', '/api/tracks')
    await saveTracks(star, body.length === 2 ? 3 : 2)
    const dropped = await star.call<{ drop_number: number }>('POST', '/api/drops', {})
    await expect
      .poll(() => deliveryOf(star, dropped.body.drop_number))
      .toMatchObject({ isRunning: false })
  }

  const received = async (star: Client) =>
    (await star.call<{ songs: ReturnedSong[]; total: number }>('GET', '/api/returned-songs')).body

  const pageOf = async (who: Client, query: Record<string, string>) => {
    const path = `/api/returned-songs/drop?${new URLSearchParams({ drop: '1', ...query })}`
    type Page = DropToAnswer & { problem: string | null; code?: string }
    return (await who.call<Page>('GET', path)).body
  }

  async function follower(star: Member) {
    const member = await confirmedMember(app)
    const path = `/api/users/${star.username}/followers`
    expect((await member.call('POST', path, {})).status).toBe(201)
    return member
  }

  return {
    titles,
    app,
    link,
    song,
    newStar,
    followOf,
    fanOf,
    tokenOf,
    send,
    sendAsFan,
    dropAndDeliver,
    received,
    pageOf,
    follower,
  }
}
