import sharp from 'sharp'
import { expect, test } from 'vitest'
import { day, openTestApp } from '../../tests/test-app.ts'
import { storyPath } from './card-format.shared.ts'

const app = await openTestApp()

const get = (path: string) => app.hono.request(`http://radr.test${path}`)

async function memberWithDrop() {
  const member = await app.member()
  await member.call('POST', '/api/tracks', { spotifyUrl: 'https://open.spotify.com/track/card1' })
  await member.call('POST', '/api/drops', { note: 'For the card' })
  return member
}

/** The path of the picture that a page's links are shown with. */
async function cardOf(page: string) {
  const html = await (await get(page)).text()
  expect(html).toContain('content="summary_large_image"')
  const [, url = ''] = /property="og:image" content="http:\/\/radr\.test([^"]+)"/.exec(html) ?? []
  return url
}

test.each(['/NAME', '/NAME/drops/1', '/tracks/card1'])(
  'Links to %s are shown with a card',
  async page => {
    const { username } = await memberWithDrop()
    const response = await get(await cardOf(page.replace('NAME', username)))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('set-cookie')).toBeNull()
    const { width, height } = await sharp(await response.arrayBuffer()).metadata()
    expect([width, height]).toEqual([1200, 630])
  },
)

test('HEAD of a card has the length of its file', async () => {
  const { username } = await memberWithDrop()
  const card = await cardOf(`/${username}`)
  const { byteLength } = await (await get(card)).arrayBuffer()
  const head = await app.hono.request(`http://radr.test${card}`, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(String(byteLength))
})

test('The cards of lists and drops can be had in the format of a story, that of a track is wide', async () => {
  const { username } = await memberWithDrop()
  for (const page of [`/${username}`, `/${username}/drops/1`]) {
    const current = storyPath((await cardOf(page)).replace(/[^/]+$/, 'current.jpg'))
    const redirect = await get(current)
    expect(redirect.status).toBe(302)
    const location = redirect.headers.get('location') ?? ''
    expect(location).toBe(storyPath(await cardOf(page)))
    const { width, height } = await sharp(await (await get(location)).arrayBuffer()).metadata()
    expect([width, height]).toEqual([1080, 1920])
  }
  const ofTrack = await cardOf('/tracks/card1')
  expect((await get(storyPath(ofTrack))).headers.get('location')).toBe(ofTrack)
})

test('A changed list has a card at a new URL, and the old URL leads to it', async () => {
  const member = await memberWithDrop()
  const before = await cardOf(`/${member.username}`)
  await member.call('POST', '/api/tracks', { spotifyUrl: 'https://open.spotify.com/track/card2' })
  const after = await cardOf(`/${member.username}`)
  expect(after).not.toBe(before)
  const outdated = await get(before)
  expect(outdated.status).toBe(302)
  expect(outdated.headers.get('location')).toBe(after)
  expect(outdated.headers.get('cache-control')).toBe('no-cache')
})

test('A card shows the member’s picture', async () => {
  const member = await memberWithDrop()
  const picture = async () =>
    Buffer.from(await (await get(await cardOf(`/${member.username}`))).arrayBuffer())
  const initial = await picture()
  const jpeg = await sharp({
    create: { width: 300, height: 300, channels: 3, background: '#ff0000' },
  })
    .jpeg()
    .toBuffer()
  const avatar = `data:image/jpeg;base64,${jpeg.toString('base64')}`
  expect((await member.call('PUT', '/api/user/avatar', { avatar })).status).toBe(200)
  expect((await picture()).equals(initial)).toBe(false)
})

test('A card whose picture cannot be read fails alone', async () => {
  const [broken, ...others] = await Promise.all([1, 2, 3].map(memberWithDrop))
  await app.context.db
    .insertInto('avatars')
    .values({ hash: 'broken', jpeg: Buffer.from('x') })
    .execute()
  await app.context.db
    .updateTable('users')
    .set({ avatar: 'broken' })
    .where('username', '=', broken?.username ?? '')
    .execute()
  const cards = await Promise.all(
    [broken, ...others].map(async member => get(await cardOf(`/${member?.username}`))),
  )
  expect(cards.map(({ status }) => status)).toEqual([500, 200, 200])
})

test('Many cards of one member do not delay those of others, and who asks for them may try again', async () => {
  const [many, other] = await Promise.all([memberWithDrop(), memberWithDrop()])
  for (let n = 2; n <= 7; n++) {
    app.pass(8 * day)
    await many?.call('POST', '/api/tracks', {
      spotifyUrl: `https://open.spotify.com/track/many${n}`,
    })
    expect((await many?.call('POST', '/api/drops', { note: `Number ${n}` }))?.status).toBe(201)
  }
  const cards: string[] = []
  for (let n = 1; n <= 7; n++) cards.push(await cardOf(`/${many?.username}/drops/${n}`))
  const card = await cardOf(`/${other?.username}`)
  const [ofOther, ...ofMany] = await Promise.all([card, ...cards].toReversed().map(get)).then(all =>
    all.toReversed(),
  )
  expect(ofOther?.status).toBe(200)
  const refused = ofMany.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, headers } of refused)
    expect([status, headers.get('retry-after')]).toEqual([429, '5'])
  for (const path of cards) expect((await get(path)).status).toBe(200)
})

test('Cards that were shared under an earlier username lead to the current ones', async () => {
  const member = await memberWithDrop()
  const renamed = `${member.username}x`
  await member.call('PUT', '/api/user/username', { username: renamed })
  for (const path of ['members/NAME', 'drops/NAME/1']) {
    const old = await get(`/cards/${path.replace('NAME', member.username)}/old.jpg`)
    expect([old.status, old.headers.get('location')]).toEqual([
      301,
      `/cards/${path.replace('NAME', renamed)}/old.jpg`,
    ])
  }
})

test.each([
  'members/nobody-here',
  'drops/nobody-here/1',
  'drops/NAME/2',
  'drops/NAME/first',
  'tracks/neverSeen',
])('There is no card of %s, which does not exist', async page => {
  const { username } = await memberWithDrop()
  expect((await get(`/cards/${page.replace('NAME', username)}/x.jpg`)).status).toBe(404)
})
