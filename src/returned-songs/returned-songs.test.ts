import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { confirmedMember } from '../../tests/confirmed-member.ts'
import { drainQueue } from '../../tests/drain-queue.ts'
import { addFollowers, deliveryOf, linkIn, saveTracks } from '../../tests/drop-audience.ts'
import { setHiddenReason } from '../../tests/member-lists.ts'
import { startMockOutside } from '../../tests/servers/mock-outside.ts'
import { addSpotify, readTitles } from '../../tests/servers/mock-spotify.ts'
import { type Client, day, openTestApp, runJob } from '../../tests/test-app.ts'
import { unzip } from '../../tests/zip.ts'
import { addDrops } from '../drops/add-drops.ts'
import { queueReminders } from '../drops/reminder/queue-reminders.job.ts'
import { mergeEmailFollows } from '../follows/subscribers/merge-email-follows.ts'
import { addressToken } from '../mail/links/mail-links.ts'
import { findMemberByName } from '../members/members.queries.ts'
import { answerAboutAddress } from '../operations/operator/address/answer-about-address.ts'
import { purgeUnusedTracks } from '../tracks/purge-unused-tracks.job.ts'
import type { Track } from '../tracks/tracks.schemas.ts'
import { purgeReturnedSongs } from './purge-returned-songs.job.ts'
import type { DropToAnswer, ReturnedSong } from './returned-songs.schemas.ts'

const hosts = await startMockOutside()
await addSpotify(hosts)
afterAll(() => hosts.close())
const titles = await readTitles()
const app = await openTestApp({ RATE_LIMITS: 'on', OUTSIDE_SERVICES: hosts.url })
const { db, linkKey } = app.context
// The limits of a client apply to all that a test's clients do together.
beforeEach(() => db.deleteFrom('rate_limits').execute())

type Member = Awaited<ReturnType<typeof app.member>>
type Failed = { code?: string; field?: string; message?: string }

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

describe('A song in answer to a drop', () => {
  test('comes from a follower by email by the link of the mail, without an account and without a mail', async () => {
    const star = await newStar()
    const token = await tokenOf(fanOf(star), star)
    await expect.poll(() => deliveryOf(star)).toMatchObject({ isRunning: false })
    app.mailbox.clear()
    const [{ id, title } = { id: '', title: '' }] = titles.splice(0, 1)
    expect(await pageOf(app.visitor(), { token })).toMatchObject({
      problem: null,
      username: star.username,
      dropNumber: 1,
      tracks: [{}, {}],
      sender: null,
      sent: null,
    })
    const words = '  for the \n drive\u202e home '
    const sent = await send(app.visitor(), { token, spotifyUrl: link(id), words })
    expect(sent).toMatchObject({ status: 201, body: { username: star.username } })
    expect(await received(star)).toMatchObject({
      total: 1,
      songs: [
        {
          spotify_track_id: id,
          title,
          words: 'for the drive home',
          drop_number: 1,
          username: null,
          email: fanOf(star),
        },
      ],
    })
    expect(await pageOf(app.visitor(), { token })).toMatchObject({
      sent: { title, words: 'for the drive home' },
    })
    expect(app.mailbox.mails).toEqual([])
  })

  test('has its link in the mail of the drop, unless nobody confirmed the address or the member wants none', async () => {
    const star = await newStar()
    const unproven = await app.member()
    await unproven.call('POST', `/api/users/${star.username}/followers`, {})
    await dropAndDeliver(star, 8 * day)
    const textTo = (email: string) =>
      app.mailbox.mails.findLast(({ to }) => to[0] === email)?.parsed.text ?? ''
    const answer = linkIn(
      app.mailbox.mails.findLast(({ to }) => to[0] === fanOf(star)),
      `Send ${star.username} one song`,
    )
    expect(answer.pathname).toBe('/follow/send-song')
    const { drop = '', token = '' } = Object.fromEntries(answer.searchParams)
    expect(await pageOf(app.visitor(), { drop, token })).toMatchObject({
      dropNumber: 2,
      problem: null,
    })
    expect(textTo(unproven.email)).toContain('Listen on')
    expect(textTo(unproven.email)).not.toContain('one song')
    await star.call('PUT', '/api/returned-songs/setting', { isOn: false })
    await dropAndDeliver(star, 8 * day)
    expect(textTo(fanOf(star))).toContain('#3')
    expect(textTo(fanOf(star))).not.toContain('one song')
    const { body } = await app.visitor().call('GET', `/api/users/${star.username}/drops/3`)
    expect(body).toMatchObject({ acceptsSongs: false })
  })

  test('is sent by the form of its page without JavaScript, once, and says what is wrong with it', async () => {
    const star = await newStar()
    const token = await tokenOf(fanOf(star), star)
    const post = async (who: Client, fields: Record<string, string>) => {
      const { response } = await who.call(
        'POST',
        '/follow/send-song',
        String(new URLSearchParams({ drop: '1', ...fields })),
        { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      )
      return { location: response.headers.get('location'), status: response.status }
    }
    const spotifyUrl = link(song())
    expect((await post(app.visitor(), { token, spotifyUrl: 'words' })).status).toBe(400)
    const sent = { location: `/follow/send-song?token=${token}&drop=1`, status: 303 }
    expect(await post(app.visitor(), { token, spotifyUrl, words: 'hello' })).toEqual(sent)
    expect((await post(app.visitor(), { token, spotifyUrl })).status).toBe(409)
    expect((await post(app.visitor(), { token: 'wrong', spotifyUrl })).location).toBe(
      '/follow/send-song?token=wrong&drop=1',
    )
    // The page was made for somebody else than who is signed in by now.
    const [member, other] = [await follower(star), await follower(star)]
    const { body } = await other.call<{ member_key: string }>('GET', '/api/user')
    const to = star.username
    expect((await post(member, { to, spotifyUrl, member: body.member_key })).status).toBe(409)
    expect((await post(member, { to, spotifyUrl })).status).toBe(303)
    expect((await received(star)).total).toBe(2)
  })

  test('comes from a member who follows, with their name', async () => {
    const star = await newStar()
    const member = await follower(star)
    const to = star.username.toUpperCase()
    expect(await pageOf(member, { to })).toMatchObject({ problem: null, sender: member.username })
    expect((await send(member, { to, spotifyUrl: link(song()) })).status).toBe(201)
    const { songs } = await received(star)
    expect(songs).toMatchObject([{ username: member.username, words: null }])
  })

  test('is one for each drop and follower, also when two are sent at the same time', async () => {
    const star = await newStar()
    const both = await Promise.all([sendAsFan(star), sendAsFan(star)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const again = await sendAsFan(star)
    expect(again).toMatchObject({
      status: 409,
      body: {
        code: 'song_already_sent',
        message: `You have sent @${star.username} a song for this drop. The next drop takes another.`,
      },
    })
    app.pass(8 * day)
    await saveTracks(star, 3)
    expect((await star.call('POST', '/api/drops', {})).status).toBe(201)
    expect((await sendAsFan(star, { drop: 2 })).status).toBe(201)
    expect((await received(star)).songs.map(each => each.drop_number)).toEqual([2, 1])
  })

  test('has at most 80 characters of words, counted as a person does', async () => {
    const star = await newStar()
    const long = await sendAsFan(star, { words: '🎧'.repeat(81) })
    expect(long).toMatchObject({
      status: 400,
      body: { field: 'words', message: 'The words can have at most 80 characters' },
    })
    expect((await sendAsFan(star, { words: `${'🎧'.repeat(80)}\n` })).status).toBe(201)
    expect((await received(star)).songs[0]?.words).toBe('🎧'.repeat(80))
  })

  test('is a track that the service has, by its link', async () => {
    const star = await newStar()
    expect(await sendAsFan(star, { spotifyUrl: 'Purple Rain' })).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_track_link',
        field: 'spotifyUrl',
        message:
          'This is no link to a track. In Spotify, choose Share and “Copy Song Link” on a track, and paste it here.',
      },
    })
    expect(await sendAsFan(star, { spotifyUrl: link('0000000000000000000000') })).toMatchObject({
      status: 404,
      body: { code: 'unknown_track' },
    })
    expect((await received(star)).total).toBe(0)
  })
})

describe('No song comes', () => {
  test('from somebody who does not follow, has stopped, or was removed or blocked', async () => {
    const star = await newStar()
    const stranger = await confirmedMember(app)
    const to = star.username
    const refused = {
      status: 403,
      body: {
        code: 'not_following',
        message: `Only followers of @${to} can send them a song. Follow @${to} first.`,
      },
    }
    const spotifyUrl = link(song())
    expect(await send(stranger, { to, spotifyUrl })).toMatchObject(refused)
    expect(await pageOf(stranger, { to })).toMatchObject({ code: 'not_following' })
    expect(await send(star, { to, spotifyUrl })).toMatchObject(refused)
    for (const end of ['left', 'removed', 'blocked'] as const) {
      const blocked_at = end === 'blocked' ? new Date() : null
      await db
        .updateTable('radr_follows')
        .set({ state: end, blocked_at })
        .where('id', '=', await followOf(fanOf(star), star))
        .execute()
      expect(await sendAsFan(star)).toMatchObject(refused)
    }
  })

  test('without a session or a link, by a link of another kind, or by one to a former address', async () => {
    const star = await newStar()
    const id = await followOf(fanOf(star), star)
    const spotifyUrl = link(song())
    expect(await send(app.visitor(), { to: star.username, spotifyUrl })).toMatchObject({
      status: 401,
      body: { code: 'not_signed_in' },
    })
    for (const token of [
      '-',
      addressToken('choices', id, fanOf(star), linkKey),
      addressToken('song', id, 'former@fans.test', linkKey),
      addressToken('song', id + 100_000, fanOf(star), linkKey),
    ]) {
      const body = { code: 'invalid_token' }
      expect(await send(app.visitor(), { token, spotifyUrl })).toMatchObject({ status: 400, body })
      expect(await pageOf(app.visitor(), { token })).toMatchObject(body)
    }
  })

  test('for a drop or member that does not exist, or is hidden', async () => {
    const star = await newStar()
    const member = await follower(star)
    for (const drop of ['2', '0', '-', '99999999999'])
      expect(await pageOf(member, { to: star.username, drop })).toMatchObject({ code: 'not_found' })
    expect((await sendAsFan(star, { drop: 2 })).status).toBe(404)
    expect(await pageOf(member, { to: 'nobody-here' })).toMatchObject({ code: 'not_found' })
    await setHiddenReason(db, star.username, 'spam')
    expect((await sendAsFan(star)).status).toBe(404)
    expect(await pageOf(member, { to: star.username })).toMatchObject({ code: 'not_found' })
  })

  test('from an account whose address nobody has confirmed, or that an administrator has hidden', async () => {
    const star = await newStar()
    const unproven = await app.member()
    await unproven.call('POST', `/api/users/${star.username}/followers`, {})
    const to = star.username
    const spotifyUrl = link(song())
    expect(await send(unproven, { to, spotifyUrl })).toMatchObject({
      status: 403,
      body: { code: 'email_not_confirmed' },
    })
    const member = await follower(star)
    await setHiddenReason(db, member.username, 'spam')
    expect(await send(member, { to, spotifyUrl })).toMatchObject({
      status: 403,
      body: { code: 'member_hidden' },
    })
  })

  test('while the member has switched songs off; what came before is not shown until they are on again', async () => {
    const star = await newStar()
    expect((await sendAsFan(star)).status).toBe(201)
    const path = '/api/returned-songs/setting'
    expect((await star.call('GET', path)).body).toEqual({ isOn: true })
    expect((await star.call('PUT', path, { isOn: false })).body).toEqual({ isOn: false })
    expect(await sendAsFan(star, {}, 2)).toMatchObject({
      status: 403,
      body: {
        code: 'songs_refused',
        message: `@${star.username} takes no songs for now. You still get their drops.`,
      },
    })
    expect(await received(star)).toEqual({ songs: [], total: 0 })
    await star.call('PUT', path, { isOn: true })
    expect((await received(star)).total).toBe(1)
    expect((await sendAsFan(star, {}, 2)).status).toBe(201)
  })

  test('more than thirty times a day from one mailbox', async () => {
    const star = await app.member()
    await addFollowers(app, star.username, 1)
    const { id } = await findMemberByName(db, star.username)
    const numbers = Array.from({ length: 31 }, (_, index) => index + 1)
    const week = (number: number) => new Date(Date.UTC(2010, 0, 1 + 7 * number))
    await addDrops(
      db,
      id,
      numbers.map(number => ({ number, list: ['abc'], created_at: week(number) })),
    )
    const spotifyUrl = link(song())
    for (const drop of numbers.slice(0, 30))
      expect((await sendAsFan(star, { drop, spotifyUrl })).status).toBe(201)
    const refused = await sendAsFan(star, { drop: 31, spotifyUrl })
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    app.pass(day)
    expect((await sendAsFan(star, { drop: 31, spotifyUrl })).status).toBe(201)
  })
})

describe('What came back', () => {
  test('is seen by the member alone, until they dismiss it', async () => {
    const [star, other] = [await newStar(), await newStar()]
    await sendAsFan(star)
    await sendAsFan(star, {}, 2)
    const { songs } = await received(star)
    expect(songs.map(({ email }) => email)).toEqual([fanOf(star, 2), fanOf(star, 1)])
    const [newest] = songs
    const dismiss = (who: Client) =>
      who.call('POST', '/api/returned-songs/dismiss', { ids: [newest?.id] })
    expect((await dismiss(other)).status).toBe(204)
    expect((await received(star)).total).toBe(2)
    expect((await dismiss(star)).status).toBe(204)
    expect((await dismiss(star)).status).toBe(204)
    expect((await received(star)).songs.map(({ id }) => id)).toEqual([songs[1]?.id])
    expect((await sendAsFan(star, {}, 2)).status).toBe(409)
    expect((await app.visitor().call('GET', '/api/returned-songs')).status).toBe(401)
  })

  test('is counted for its drop, for the owner alone, and in the reminder of the next one until it is dismissed', async () => {
    const star = await confirmedMember(app)
    await saveTracks(star, 2)
    await addFollowers(app, star.username, 2)
    await star.call('PUT', '/api/drops/reminder', { isOn: true })
    await dropAndDeliver(star, 0)
    expect(await deliveryOf(star)).toMatchObject({ songs: 0 })
    await sendAsFan(star)
    await sendAsFan(star, {}, 2)
    const [newest] = (await received(star)).songs
    await star.call('POST', '/api/returned-songs/dismiss', { ids: [newest?.id] })
    expect(await deliveryOf(star)).toMatchObject({ songs: 2 })
    const open = await app.visitor().call('GET', `/api/users/${star.username}/drops/1`)
    expect(JSON.stringify(open.body)).not.toMatch(/songs"/)
    app.pass(8 * day)
    await runJob(queueReminders, app.context, {})
    await drainQueue(app, 'drop-reminder')
    const mail = app.mailbox.mails.findLast(({ to }) => to[0] === star.email)
    expect(mail?.parsed.subject).toBe('Your drop #2 is open')
    expect(linkIn(mail, '1 song came back').hash).toBe('#songs-came-back')
  })

  test('is not shown from a follower whom the member blocked, and from an account that is hidden or deleted', async () => {
    const star = await newStar()
    await sendAsFan(star)
    const [song] = (await received(star)).songs
    expect((await star.call('POST', `/api/followers/${song?.follow_id}/block`, {})).status).toBe(
      204,
    )
    expect((await received(star)).total).toBe(0)
    const member = await follower(star)
    const to = star.username
    await send(member, { to, spotifyUrl: link(titles.pop()?.id ?? ''), words: 'typed by me' })
    await setHiddenReason(db, member.username, 'spam')
    expect((await received(star)).total).toBe(0)
    await setHiddenReason(db, member.username, null)
    expect((await received(star)).total).toBe(1)
    const goodbye = { username: member.username, password: 'correct horse' }
    expect((await member.call('POST', '/api/user/delete', goodbye)).status).toBe(204)
    expect((await received(star)).total).toBe(0)
    await drainQueue(app, 'remove-account')
    const left = await db.selectFrom('returned_songs').select('words').execute()
    expect(left.map(({ words }) => words)).not.toContain('typed by me')
  })

  test('is put on the list with the name of the member who sent it, and of nobody else', async () => {
    const star = await newStar()
    const member = await follower(star)
    const [id, unsent] = [song(), song()]
    await send(member, { to: star.username, spotifyUrl: link(id) })
    const put = async (spotifyUrl: string) =>
      (await star.call<Track>('POST', '/api/tracks', { spotifyUrl, via: member.username })).body
    expect((await put(link(id))).via).toBe(member.username)
    expect((await put(link(unsent))).via).toBeNull()
  })

  test('stays with the follow that is left when an account confirms the address of an earlier one', async () => {
    const [star, second] = [await newStar(), await newStar()]
    const member = await app.member()
    const { db, clock } = app.context
    await member.call('POST', `/api/users/${star.username}/followers`, {})
    await db.insertInto('follower_registry').values({ email: member.email }).execute()
    for (const { username } of [star, second])
      await db
        .insertInto('radr_follows')
        .columns(['registry_id', 'radr_user_id', 'state', 'last_subscription_date'])
        .expression(eb =>
          eb
            .selectFrom(['follower_registry', 'users'])
            .select(['follower_registry.id', 'users.id as member'])
            .select(({ val }) => [val('following').as('state'), val(new Date(0)).as('since')])
            .where('follower_registry.email', '=', member.email)
            .where('username', '=', username),
        )
        .execute()
    for (const each of [star, second]) {
      const { follow_id } = await db
        .selectFrom('recipients')
        .innerJoin('users', 'users.id', 'radr_user_id')
        .innerJoin('follower_registry', 'follower_registry.id', 'subscriber_id')
        .select('follow_id')
        .where('users.username', '=', each.username)
        .where('follower_registry.email', '=', member.email)
        .executeTakeFirstOrThrow()
      const token = addressToken('song', follow_id, member.email, linkKey)
      expect((await send(app.visitor(), { token, spotifyUrl: link(song()) })).status).toBe(201)
    }
    const { id } = await findMemberByName(db, member.username)
    await db.transaction().execute(async trx => {
      const now = clock.now()
      await trx.updateTable('users').set({ email_confirmed_at: now }).where('id', '=', id).execute()
      await mergeEmailFollows(trx, { id, email: member.email }, now)
    })
    for (const each of [star, second])
      expect((await received(each)).songs).toMatchObject([{ username: member.username }])
  })

  test('is in the archives of both members, as text also where a spreadsheet would take it for a formula', async () => {
    const star = await newStar()
    const member = await follower(star)
    await sendAsFan(star)
    const words = '=HYPERLINK("http://x.test")'
    await send(member, { to: star.username, spotifyUrl: link(song()), words })
    const filesOf = async (who: Client) => {
      const { response } = await who.call('GET', '/api/user/archive')
      return unzip(new Uint8Array(await response.arrayBuffer()))
    }
    const rowsOf = (file: Buffer | undefined) => String(file).trim().split('\r\n').slice(1)
    const own = await filesOf(star)
    expect(JSON.parse(String(own.get('data.json')))).toMatchObject({ accepts_songs: true })
    const [fromFan, fromMember, ...others] = rowsOf(own.get('songs-received.csv'))
    expect(fromFan).toMatch(new RegExp(`^1,[^,]+Z,${fanOf(star)},`))
    expect(fromMember).toMatch(new RegExp(`^1,[^,]+Z,${member.username},`))
    expect(fromMember).toContain(`"'=HYPERLINK(""http://x.test"")"`)
    expect(others).toEqual([])
    expect(rowsOf(own.get('songs-sent.csv'))).toEqual([])
    const theirs = await filesOf(member)
    expect(rowsOf(theirs.get('songs-sent.csv'))).toEqual([
      fromMember?.replace(`,${member.username},`, `,${star.username},`),
    ])
  })

  test('is part of what is stored about an address, and is deleted with it', async () => {
    const star = await newStar()
    await sendAsFan(star, { words: 'hello' })
    const about = (command: 'show' | 'export' | 'delete') =>
      answerAboutAddress(db, command, fanOf(star))
    expect(await about('show')).toMatch(/Drop mails: .*\. Songs sent back: 1\.$/m)
    expect(JSON.parse(await about('export'))).toMatchObject({
      follows: [{ songs: [{ drop_number: 1, words: 'hello' }] }],
    })
    await about('delete')
    expect((await received(star)).total).toBe(0)
  })

  test('is kept for a year, and its track is known as long', async () => {
    const star = await newStar()
    const id = song()
    await sendAsFan(star, { spotifyUrl: link(id) })
    const known = async () => {
      await runJob(purgeReturnedSongs, app.context, {})
      await runJob(purgeUnusedTracks, app.context, {})
      const rows = await db
        .selectFrom('track_details')
        .select('title')
        .where('spotify_track_id', '=', id)
        .execute()
      return rows.length
    }
    app.pass(364 * day)
    expect(await known()).toBe(1)
    expect((await db.selectFrom('returned_songs').select('id').execute()).length).toBeGreaterThan(0)
    app.pass(2 * day)
    expect(await known()).toBe(0)
    expect(await db.selectFrom('returned_songs').select('id').execute()).toEqual([])
  })
})
