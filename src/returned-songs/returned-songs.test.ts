import { describe, expect, test } from 'vitest'
import { drainQueue } from '../../tests/drain-queue.ts'
import { addFollowers, deliveryOf, linkIn, saveTracks } from '../../tests/drop-audience.ts'
import {
  confirmEmail,
  confirmedMember,
  follow,
  followByEmail,
  followersOf,
} from '../../tests/member-actions.ts'
import { setHiddenReason } from '../../tests/member-lists.ts'
import { openSongFixture } from '../../tests/song-fixture.ts'
import { type Client, day, runJob } from '../../tests/test-app.ts'
import { unzip } from '../../tests/zip.ts'
import { queueReminders } from '../drops/reminder/queue-reminders.job.ts'
import { addressToken } from '../mail/links/mail-links.ts'
import { answerAboutAddress } from '../operations/operator/address/answer-about-address.ts'
import { purgeUnusedTracks } from '../tracks/purge-unused-tracks.job.ts'
import type { Track } from '../tracks/tracks.schemas.ts'
import { purgeReturnedSongs } from './purge-returned-songs.job.ts'

const {
  titles,
  app,
  link,
  song,
  newStar,
  fanOf,
  send,
  sendAsFan,
  dropAndDeliver,
  received,
  follower,
} = await openSongFixture()
const { db, linkKey } = app.context

describe('What came back', () => {
  test('is seen by the member alone, until they dismiss it, and again when they undo that', async () => {
    const [star, other] = [await newStar(), await newStar()]
    await sendAsFan(star)
    await sendAsFan(star, {}, 2)
    const { songs } = await received(star)
    expect(songs.map(({ email }) => email)).toEqual([fanOf(star, 2), fanOf(star, 1)])
    const [newest] = songs
    const dismiss = async (who: Client) =>
      (await who.call('POST', '/api/returned-songs/dismiss', { id: newest?.id })).body
    const restore = (who: Client) =>
      who.call('POST', '/api/returned-songs/restore', { id: newest?.id })
    expect(await dismiss(other)).toEqual({ count: 0, id: null })
    expect((await received(star)).total).toBe(2)
    expect(await dismiss(star)).toEqual({ count: 1, id: newest?.id })
    expect(await dismiss(star)).toEqual({ count: 0, id: null })
    expect((await received(star)).songs.map(({ id }) => id)).toEqual([songs[1]?.id])
    await restore(other)
    expect((await received(star)).total).toBe(1)
    expect((await restore(star)).status).toBe(204)
    expect((await received(star)).songs).toEqual(songs)
    expect((await sendAsFan(star, {}, 2)).status).toBe(409)
  })

  test('is dismissed with all others, beyond the 50 that are shown, but not what came since, and is restored with them', async () => {
    const star = await app.member()
    await saveTracks(star, 2)
    await addFollowers(app, star.username, 55)
    await star.call('POST', '/api/drops', {})
    const { id: drop_id } = await db
      .selectFrom('drops')
      .select('id')
      .where('user_id', '=', star.id)
      .executeTakeFirstOrThrow()
    const follows = await db
      .selectFrom('radr_follows')
      .select('id')
      .where('radr_user_id', '=', star.id)
      .execute()
    const [since, earlier, ...others] = follows.map(({ id }) => id)
    const spotify_track_id = song()
    const add = (followIds: (number | undefined)[]) => {
      const sent = { drop_id, spotify_track_id, created_at: app.context.clock.now() }
      const rows = followIds.map((follow_id = 0) => ({ ...sent, follow_id }))
      return db.insertInto('returned_songs').values(rows).execute()
    }
    await add([earlier])
    app.pass(day)
    await star.call('POST', '/api/returned-songs/dismiss', {
      id: (await received(star)).songs[0]?.id,
    })
    await add(others)
    const { songs, total } = await received(star)
    expect([songs.length, total]).toEqual([50, others.length])
    await add([since])
    app.pass(day)
    const id = Math.max(...songs.map(each => each.id))
    const all = { id, withOlder: true }
    const dismiss = async (body: object) =>
      (await star.call<{ id: number }>('POST', '/api/returned-songs/dismiss', body)).body
    const dismissed = await dismiss(all)
    expect(dismissed).toMatchObject({ count: others.length })
    expect((await received(star)).songs).toMatchObject([{ follow_id: since }])
    await star.call('POST', '/api/returned-songs/restore', { id: dismissed.id })
    expect((await received(star)).total).toBe(others.length + 1)
    // The newest of them was put away by itself just before.
    await dismiss({ id })
    app.pass(1)
    const rest = await dismiss(all)
    expect(rest).toMatchObject({ count: others.length - 1 })
    await star.call('POST', '/api/returned-songs/restore', { id: rest.id })
    expect((await received(star)).total).toBe(others.length)
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
    await star.call('POST', '/api/returned-songs/dismiss', { id: newest?.id })
    expect(await deliveryOf(star)).toMatchObject({ songs: 2, songsOnHome: 1 })
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

  test('stays with the follow that is left when an account confirms the email of an earlier one', async () => {
    const [star, second] = [await newStar(), await newStar()]
    const member = await app.member()
    await follow(member, star)
    for (const each of [star, second]) {
      app.pass(day)
      await followByEmail(app, each, member.email)
      const [byEmail] = await followersOf(each)
      const token = addressToken('song', byEmail?.id ?? 0, member.email, linkKey)
      expect((await send(app.visitor(), { token, spotifyUrl: link(song()) })).status).toBe(201)
    }
    await confirmEmail(app, member)
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

  test('is part of what is stored about an email, and is deleted with it', async () => {
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
