import { parseAtomFeed } from 'feedsmith'
import { expect, test } from 'vitest'
import { setTrackDetails } from '../../tests/member-lists.ts'
import { day, openTestApp } from '../../tests/test-app.ts'

const app = await openTestApp()

const get = (path: string, headers: Record<string, string> = {}) =>
  app.hono.request(`http://radr.test${path}`, { headers })

const add = (member: Awaited<ReturnType<typeof app.member>>, id: string) =>
  member.call('POST', '/api/tracks', { spotifyUrl: `https://open.spotify.com/track/${id}` })

async function memberWithTwoDrops() {
  const member = await app.member()
  await add(member, 'feedOne')
  await member.call('POST', '/api/drops', {
    note: 'First & <b>bold</b>\nsecond line, example.com/mixを聞いて',
  })
  app.pass(7 * day)
  await add(member, 'feedTwo')
  await member.call('POST', '/api/drops', {})
  const details = { artist: 'An artist', artwork: 'https://i.scdn.co/image/feed' }
  await setTrackDetails(app.context.db, 'feedTwo', { title: 'A title & more', ...details })
  return member
}

const atomOf = async (username: string) =>
  parseAtomFeed(await (await get(`/${username}/feed.atom`)).text())

test('Drops can be read as Atom, newest first, with covers and what moved', async () => {
  const { username } = await memberWithTwoDrops()
  const atom = await atomOf(username)
  expect(atom.title).toMatchObject({ value: `@${username}’s seven` })
  expect(atom.entries).toMatchObject([
    { title: { value: 'Drop #2' }, links: [{ href: `http://radr.test/${username}/drops/2` }] },
    { title: { value: 'Drop #1' }, links: [{ href: `http://radr.test/${username}/drops/1` }] },
  ])
  const [newest, oldest] = atom.entries?.map(({ content }) => content?.value) ?? []
  expect(newest).toContain('<img src="https://i.scdn.co/image/feed"')
  expect(newest).toContain('A title &amp; more</a> by <bdi>An artist</bdi> (new)')
  expect(newest).toContain('1 in, same number one, 2 drops running')
  expect(oldest).toContain(
    'First &amp; &lt;b&gt;bold&lt;/b&gt;<br/>second line, <a href="https://example.com/mix" rel="nofollow ugc">example.com/mix</a>を聞いて',
  )
})

test('A note with characters that XML must not contain leaves the feed valid', async () => {
  const member = await app.member()
  await add(member, 'feedNote')
  await member.call('POST', '/api/drops', { note: 'a\u0001b\u000bc\uffffd ]]> 🎉 end' })
  const text = await (await get(`/${member.username}/feed.atom`)).text()
  expect(text).toContain('abcd ]]&gt; 🎉 end')
  expect((await atomOf(member.username)).entries).toHaveLength(1)
})

test('The ids of a feed and of its entries survive a rename, and the old URL leads to the new one', async () => {
  const member = await memberWithTwoDrops()
  const before = await atomOf(member.username)
  const renamed = `${member.username}x`
  expect((await member.call('PUT', '/api/user/username', { username: renamed })).status).toBe(200)
  const old = await get(`/${member.username}/feed.atom`)
  expect([old.status, old.headers.get('location')]).toEqual([301, `/${renamed}/feed.atom`])
  const after = await atomOf(renamed)
  expect(after.id).toBe(before.id)
  expect(after.entries?.map(({ id }) => id)).toEqual(before.entries?.map(({ id }) => id))
})

test('A feed that did not change is not sent again', async () => {
  const member = await memberWithTwoDrops()
  const path = `/${member.username}/feed.atom`
  const etag = (await get(path)).headers.get('etag') ?? ''
  expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
  app.pass(7 * day)
  await add(member, 'feedThree')
  await member.call('POST', '/api/drops', {})
  expect((await get(path, { 'if-none-match': etag })).status).toBe(200)
})

test('The feed of a member without a drop is valid and empty', async () => {
  const { username } = await app.member()
  expect((await atomOf(username)).entries ?? []).toEqual([])
})

test('A profile names its feed, and there is none of a member who does not exist', async () => {
  const { username } = await app.member()
  const html = await (await get(`/${username}`)).text()
  expect(html).toContain(`href="http://radr.test/${username}/feed.atom"`)
  expect((await get('/nobody-here/feed.atom')).status).toBe(404)
})
