import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { drainQueue } from '../../tests/drain-queue.ts'
import { addFollowers, deliveryOf, linkIn, saveTracks } from '../../tests/drop-audience.ts'
import { confirmedMember } from '../../tests/member-actions.ts'
import { addWeeklyDrops, setHiddenReason } from '../../tests/member-lists.ts'
import { openSongFixture } from '../../tests/song-fixture.ts'
import { type Client, day } from '../../tests/test-app.ts'
import { addressToken } from '../mail/links/mail-links.ts'
import type { Track } from '../tracks/tracks.schemas.ts'
import { findDropToAnswer } from './find-drop-to-answer.ts'

const {
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
} = await openSongFixture()
const { db, linkKey } = app.context

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

  test('has its link in the mail of the drop, unless nobody confirmed the email or the member wants none', async () => {
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

  test('has its link at each drop of a weekly mail, with the same exceptions', async () => {
    const [ana, ben, off] = [await newStar(), await newStar(), await newStar()]
    const [reader, unproven] = [await confirmedMember(app), await app.member()]
    for (const fan of [reader, unproven]) {
      for (const { username } of [ana, ben, off])
        await fan.call('POST', `/api/users/${username}/followers`, {})
      const weekly = { frequency: 'weekly', timeZone: 'UTC' }
      await fan.call('PUT', '/api/user/mail-frequency', weekly)
    }
    await off.call('PUT', '/api/returned-songs/setting', { isOn: false })
    app.pass(8 * day)
    for (const star of [ana, ben, off]) await dropAndDeliver(star, 0)
    app.pass(7 * day)
    await drainQueue(app, 'weekly-mail')
    const mailTo = ({ email }: { email: string }) =>
      app.mailbox.mails.findLast(({ to }) => to[0] === email)
    for (const fan of [reader, unproven])
      expect(mailTo(fan)?.parsed.text).toContain('3 drops this week')
    expect(mailTo(unproven)?.parsed.text).not.toContain('one song')
    expect(mailTo(reader)?.parsed.text?.match(/Send \w+ one song/g)).toHaveLength(2)
    for (const star of [ana, ben]) {
      const answer = linkIn(mailTo(reader), `Send ${star.username} one song`)
      const { drop = '', token = '' } = Object.fromEntries(answer.searchParams)
      expect(token).toBe(await tokenOf(reader.email, star))
      expect(await pageOf(app.visitor(), { drop, token })).toMatchObject({
        username: star.username,
        dropNumber: 2,
        problem: null,
      })
    }
  })

  test('is named to its sender alone in the mail of the drop that has it, and on the page where it was sent', async () => {
    const [star, reader] = [await newStar(), await confirmedMember(app)]
    await reader.call('POST', `/api/users/${star.username}/followers`, {})
    const weekly = { frequency: 'weekly', timeZone: 'UTC' }
    await reader.call('PUT', '/api/user/mail-frequency', weekly)
    const [fan, id] = [fanOf(star), song()]
    const token = await tokenOf(fan, star)
    for (const sent of [
      await send(app.visitor(), { token, spotifyUrl: link(id) }),
      await send(reader, { to: star.username, spotifyUrl: link(id) }),
      await sendAsFan(star, {}, 2),
    ])
      expect(sent.status).toBe(201)
    const textTo = (email: string) =>
      app.mailbox.mails.findLast(({ to }) => to[0] === email)?.parsed.text ?? ''
    const drop = async (number: number) => {
      app.pass(8 * day)
      const dropped = await star.call('POST', '/api/drops', {})
      expect(dropped.body).toMatchObject({ drop_number: number })
      await expect.poll(() => deliveryOf(star, number)).toMatchObject({ isRunning: false })
    }
    await star.call('POST', '/api/tracks', { spotifyUrl: link(id) })
    await drop(2)
    app.pass(7 * day)
    await drainQueue(app, 'weekly-mail')
    expect(textTo(fan)).toContain('Your song is number 3.')
    expect(textTo(fan)).toContain('from you')
    expect(textTo(reader.email)).toContain(`@${star.username} #2`)
    expect(textTo(reader.email)).toContain('Your song is number 3.')
    const other = textTo(fanOf(star, 2))
    expect(other).toContain('#2')
    expect(other).not.toContain('Your song')
    expect(other).not.toContain('from you')
    const listed = { dropNumber: 2, rank: 3 }
    expect(await pageOf(app.visitor(), { token })).toMatchObject({ sent: {}, listed })
    const otherToken = await tokenOf(fanOf(star, 2), star)
    expect(await pageOf(app.visitor(), { token: otherToken })).toMatchObject({
      sent: {},
      listed: null,
    })
    // The news is told once, also when the song leaves the list and comes back.
    const dropUntold = async (number: number) => {
      await drop(number)
      expect(textTo(fan)).toContain(`#${number}`)
      expect(textTo(fan)).not.toContain('Your song')
    }
    const [first, , third] = (await star.call<Track[]>('GET', '/api/tracks')).body
    await star.call('DELETE', `/api/tracks/${first?.id}`)
    await dropUntold(3)
    await star.call('DELETE', `/api/tracks/${third?.id}`)
    await dropUntold(4)
    await star.call('POST', '/api/tracks', { spotifyUrl: link(id) })
    await dropUntold(5)
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
    const page = `/follow/send-song?token=${token}&drop=1`
    const wrong = { spotifyUrl: 'Purple Rain', words: 'hi' }
    expect((await post(app.visitor(), { token, ...wrong })).location).toBe(
      `${page}&spotifyUrl=Purple+Rain&words=hi&failed=invalid_track_link`,
    )
    const long = { spotifyUrl, words: 'x'.repeat(81) }
    expect((await post(app.visitor(), { token, ...long })).location).toMatch(/&failed=words$/)
    const sent = { location: page, status: 303 }
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

  test('has a page that fails while the database is unavailable, and does not blame the link', async () => {
    const star = await newStar()
    const token = await tokenOf(fanOf(star), star)
    const asked = db.transaction().execute(async trx => {
      await sql`create function pg_temp.fail() returns boolean language plpgsql as
        $$ begin raise exception 'stopped' using errcode = '57P01'; end $$`.execute(trx)
      await sql`create temp view recipients as
        select * from public.recipients where pg_temp.fail()`.execute(trx)
      return findDropToAnswer({ db: trx, linkKey }, { token }, '1')
    })
    await expect(asked).rejects.toMatchObject({ code: 'database_unavailable' })
    expect(await pageOf(app.visitor(), { token })).toMatchObject({ problem: null })
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
      body: { code: 'unknown_track', field: 'spotifyUrl' },
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

  test('without a session or a link, by a link of another kind, or by one to a former email', async () => {
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

  test('from an account whose email nobody has confirmed, or that an administrator has hidden', async () => {
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
    expect(await deliveryOf(star)).toMatchObject({ songs: 0 })
    await star.call('PUT', path, { isOn: true })
    expect(await deliveryOf(star)).toMatchObject({ songs: 1 })
    expect((await received(star)).total).toBe(1)
    expect((await sendAsFan(star, {}, 2)).status).toBe(201)
  })

  test('more than thirty times a day from one mailbox', async () => {
    const star = await app.member()
    await addFollowers(app, star.username, 1)
    await addWeeklyDrops(app, star, 31)
    const spotifyUrl = link(song())
    for (let drop = 1; drop <= 30; drop++)
      expect((await sendAsFan(star, { drop, spotifyUrl })).status).toBe(201)
    const refused = await sendAsFan(star, { drop: 31, spotifyUrl })
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    app.pass(day)
    expect((await sendAsFan(star, { drop: 31, spotifyUrl })).status).toBe(201)
  })
})
