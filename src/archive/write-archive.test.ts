import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { addFollowers, saveTracks } from '../../tests/drop-audience.ts'
import { addWeeklyDrops, setHiddenReason } from '../../tests/member-lists.ts'
import { type Client, day, openTestApp } from '../../tests/test-app.ts'
import { unzip } from '../../tests/zip.ts'
import { findMember } from '../members/members.queries.ts'
import { archiveDataSchema } from './archive-data.schemas.ts'

const app = await openTestApp()

async function download(member: Client) {
  const { response, status } = await member.call('GET', '/api/user/archive')
  expect(status).toBe(200)
  return { response, files: await unzip(new Uint8Array(await response.arrayBuffer())) }
}
const rowsOf = (file: Buffer | undefined) => String(file).replace('\uFEFF', '').trim().split('\r\n')

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

describe('The archive of a member’s data', () => {
  test('has the list, the drops with notes and movement, the profile and the avatar', async () => {
    const member = await app.member()
    await saveTracks(member, 2)
    await addFollowers(app, member.username, 2)
    await member.call('POST', '/api/drops', { note: '=cmd()' })
    app.pass(8 * day)
    await saveTracks(member, 3)
    expect((await member.call('POST', '/api/drops', {})).status).toBe(201)
    const link = 'https://open.spotify.com/user/wizzler'
    await member.call('PUT', '/api/user/spotify', { spotify_profile_url: link })
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const avatar = `data:image/png;base64,${png.toString('base64')}`
    const { body: user } = await member.call<{ avatar: string }>('PUT', '/api/user/avatar', {
      avatar,
    })

    const { response, files } = await download(member)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="radr-${member.username}-\\d{4}-\\d\\d-\\d\\d\\.zip"$`),
    )
    expect([...files.keys()].join(' ')).toBe(
      'README.txt data.json tracks.csv drops.csv followers.csv following.csv songs-received.csv songs-sent.csv avatar.jpg',
    )
    const [readMe, ...explained] = [...files.keys()]
    for (const name of explained) expect(String(files.get(readMe ?? ''))).toContain(`\n${name}\n`)
    const picture = await (await app.visitor().call('GET', user.avatar)).response.arrayBuffer()
    expect(files.get('avatar.jpg')).toEqual(Buffer.from(picture))

    const data = JSON.parse(String(files.get('data.json')))
    expect(archiveDataSchema(app.context.clock.now()).safeParse(data).error).toBeUndefined()
    expect(data).toMatchObject({
      format: 'member-data',
      version: 1,
      account: { username: member.username, email: member.email },
      profile: { streaming_profile: link, avatar: 'avatar.jpg' },
    })
    expect(data.list.tracks.map(({ rank }: { rank: number }) => rank)).toEqual([1, 2, 3])
    expect(data.drops).toMatchObject([
      { number: 1, note: '=cmd()', followers: 2, movement: { previous_drop: null, new: 2 } },
      { number: 2, note: null, followers: 2, movement: { previous_drop: 1, new: 1, left: [] } },
    ])
    expect(data.drops[1].tracks[0]).toMatchObject({ rank: 1, previous_rank: 1, drops: 2, peak: 1 })
    expect(data.drops[1].tracks[0].first_dropped_at).toBe(data.drops[0].created_at)

    expect(rowsOf(files.get('tracks.csv'))).toHaveLength(1 + 3 + 2 + 3)
    expect(rowsOf(files.get('drops.csv'))[1]).toMatch(/^1,[^,]+Z,'=cmd\(\),2,2,2,0,0$/)
    expect(rowsOf(files.get('followers.csv')).map(row => row.split(',')[0])).toEqual([
      'Email',
      `${member.username}-fan1@fans.test`,
      `${member.username}-fan2@fans.test`,
    ])
  })

  test('has whom the member follows, and the mail and notification choices', async () => {
    const [member, quiet, loud] = [await app.member(), await app.member(), await app.member()]
    for (const { username } of [quiet, loud])
      await member.call('POST', `/api/users/${username}/followers`, {})
    await member.call('PUT', `/api/users/${quiet.username}/followers/mail`, { mail: false })
    await member.call('PUT', `/api/users/${loud.username}/followers/push`, { push: true })
    const choice = { frequency: 'weekly', timeZone: 'Europe/Berlin' }
    await member.call('PUT', '/api/user/mail-frequency', choice)
    await member.call('PUT', '/api/drops/reminder', { isOn: true })

    const { files } = await download(member)
    const data = JSON.parse(String(files.get('data.json')))
    expect(data.mail).toEqual({
      drop_reminder: true,
      frequency: 'weekly',
      time_zone: 'Europe/Berlin',
    })
    expect(data.following).toEqual([
      { username: quiet.username, following_since: time, mail: false, notifications: false },
      { username: loud.username, following_since: time, mail: true, notifications: true },
    ])
    const [first, second] = data.following
    expect(rowsOf(files.get('following.csv'))).toEqual([
      'Username,Following since,Mail,Notifications',
      `${quiet.username},${first.following_since},off,off`,
      `${loud.username},${second.following_since},on,on`,
    ])
    expect(archiveDataSchema(app.context.clock.now()).safeParse(data).error).toBeUndefined()
  })

  test('does not name a member whom an administrator has hidden among those the member follows', async () => {
    const [member, followed] = [await app.member(), await app.member()]
    await member.call('POST', `/api/users/${followed.username}/followers`, {})
    await setHiddenReason(app.context.db, followed.username, 'spam')
    const { files } = await download(member)
    for (const file of files.values()) expect(String(file)).not.toContain(followed.username)
  })

  test('has no secrets, and of a new member the same files but the avatar', async () => {
    const member = await app.member()
    const { files } = await download(member)
    expect(files.has('avatar.jpg')).toBe(false)
    const data = JSON.parse(String(files.get('data.json')))
    expect(data).toMatchObject({
      profile: { avatar: null },
      list: { tracks: [] },
      drops: [],
      following: [],
    })
    const { password } = await findMember(app.context.db, member.id)
    for (const file of files.values()) expect(String(file)).not.toContain(password)
  })

  test('has everything of a long history and a long list of followers', async () => {
    const member = await app.member()
    const { db } = app.context
    await addWeeklyDrops(app, member, 450, () => ['abc'])
    await addFollowers(app, member.username, 2_345)
    const first = await app.member()
    await member.call('POST', `/api/users/${first.username}/followers`, {})
    await sql`insert into users (username, email, password)
      select 'followed' || n, 'followed' || n || '@x.test', '' from generate_series(1, 1234) n`.execute(
      db,
    )
    await sql`insert into radr_follows (registry_id, radr_user_id, state)
      select registry.id, users.id, 'following' from users, follower_registry registry
      where registry.user_id = ${member.id} and username like 'followed%'`.execute(db)
    const { files } = await download(member)
    const data = JSON.parse(String(files.get('data.json')))
    expect(data.drops.map((drop: { number: number }) => drop.number)).toEqual(
      Array.from({ length: 450 }, (_, n) => n + 1),
    )
    expect(rowsOf(files.get('drops.csv'))).toHaveLength(451)
    expect(rowsOf(files.get('tracks.csv'))).toHaveLength(451)
    expect(new Set(rowsOf(files.get('followers.csv'))).size).toBe(2_346)
    expect(new Set(rowsOf(files.get('following.csv'))).size).toBe(1_236)
    expect(data.following).toHaveLength(1_235)
  })

  test('stops being read when the download is cancelled', async () => {
    const member = await app.member()
    await addFollowers(app, member.username, 5_000)
    const { response } = await member.call('GET', '/api/user/archive')
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    expect((await download(member)).files.size).toBe(8)
  })
})
