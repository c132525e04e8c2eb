import { expect, type Page } from '@playwright/test'
import { startMockOutside } from '../../../servers/mock-outside.ts'
import { addSpotify, readTitles } from '../../../servers/mock-spotify.ts'
import { test as base } from '../../fixtures.ts'
import { hold, neverRespond } from '../../mock-responses.ts'
import {
  chooseInMenu,
  editedTitles,
  menuItem,
  openAddDialog,
  pasteAnywhere,
  register,
  saveList,
  visit,
} from '../../page-actions.ts'
import { startEmptyApp } from '../../seeded-app.ts'

/** An app without members that looks titles up at the mocks of the service. */
async function startServices() {
  const outside = await startMockOutside()
  const [spotify, titles] = await Promise.all([addSpotify(outside), readTitles()])
  const app = await startEmptyApp({ OUTSIDE_SERVICES: outside.url })
  const stop = async () => {
    await app.stop()
    await outside.close()
  }
  return { app, titles, spotify, outside, stop }
}

type Services = Awaited<ReturnType<typeof startServices>>

const test = base.extend<{ member: Page; services: Services }>({
  services: async ({ startOnce }, use) => use(await startOnce(startServices)),
  baseURL: ({ services }, use) => use(services.app.url),
  /** A new member's home. */
  member: async ({ newVisitor }, use) => {
    const page = await newVisitor()
    await register(page, `paster${++members}`)
    await visit(page, '/home')
    await use(page)
  },
})
let members = 0

const linkOf = ({ id }: { id: string }) => `https://open.spotify.com/track/${id}?si=a`

test('A paste of many links fills the list in order and names what it leaves out', async ({
  member: page,
  services: { titles, outside },
}) => {
  const [a, b, c, d] = titles as Required<typeof titles>
  if (!a || !b || !c || !d) throw new Error('There are too few titles')
  outside.redirect('https://spotify.link/three', linkOf(c))
  const { dialog, field } = await openAddDialog(page)
  await field.fill(
    [
      `${linkOf(a)}, spotify:track:${b.id}`,
      'https://spotify.link/three',
      'https://open.spotify.com/album/x',
      linkOf(a),
      'my song of the week',
    ].join('\n'),
  )
  await expect(dialog.getByText('4 links pasted')).toBeVisible()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  const overflow = await dialog.evaluate(each => each.scrollWidth - each.clientWidth)
  expect(overflow).toBe(0)
  await expect(dialog.getByText('3 tracks are ready, 3 parts are left out.')).toBeVisible()
  for (const { title } of [a, b, c])
    await expect(dialog.getByText(title, { exact: true })).toBeVisible()
  await expect(dialog.getByText('an album link; open a track and copy its link')).toBeVisible()
  await expect(dialog.getByText('pasted twice')).toBeVisible()
  await expect(dialog.getByText('text without a link')).toBeVisible()
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await expect(field).toBeFocused()
  await field.fill(`${[a, b, c].map(linkOf).join(' ')}\nmy song of the week\nx\ny`)
  await expect(dialog.getByRole('button', { name: 'Add 3 tracks' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Added as numbers 1 to 3. 3 parts are left out.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await expect(editedTitles(page)).toHaveText([a.title, b.title, c.title])
  await saveList(page)
  await expect(editedTitles(page)).toHaveText([a.title, b.title, c.title])

  await openAddDialog(page)
  await field.fill([b, ...titles.slice(3, 9)].map(linkOf).join('\n'))
  await expect(dialog.getByText('already on your list')).toBeVisible()
  const withoutRoom = dialog.getByRole('listitem').filter({ hasText: 'no room' })
  await expect(withoutRoom).toHaveText(
    titles
      .slice(7, 9)
      .map(({ title }) => new RegExp(`^${title} .*no room: there are seven places`)),
  )
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Your seven are full.')).toBeVisible()
  await expect(editedTitles(page)).toHaveCount(7)
  await expect(editedTitles(page).nth(3)).toHaveText(d.title)
})

test('Tracks are added one by one in one dialog, which ends on Escape, and closes to show a track that is there already and a full list', async ({
  member: page,
  services: { titles },
}) => {
  const [first, ...others] = titles.slice(10, 17)
  const last = others.pop()
  if (!first || !last) throw new Error('There are too few titles')
  const { dialog, field } = await openAddDialog(page)
  const done = dialog.getByRole('button', { name: 'Done' })
  await expect(done).toHaveCount(0)
  await field.fill(linkOf(first))
  await dialog.getByRole('button', { name: 'Add track' }).click()
  await expect(
    dialog.getByText(`Added as number 1: ${first.title}.`, { exact: true }),
  ).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await expect(done).toBeVisible()
  await field.fill(linkOf(first))
  await field.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(
    page.getByText('Oops! Looks like you already have that track on your Radr'),
  ).toBeVisible()

  await openAddDialog(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(editedTitles(page)).toHaveText([first.title])

  await pasteAnywhere(page, others.map(linkOf).join('\n'))
  await expect(page.getByRole('dialog').getByText('5 tracks are ready.')).toBeVisible()
  await page.getByRole('button', { name: 'Add 5 tracks' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await openAddDialog(page)
  await field.fill(linkOf(last))
  await dialog.getByRole('button', { name: 'Add track' }).click()
  await expect(dialog).toBeHidden()
  await expect(editedTitles(page)).toHaveText([first, ...others, last].map(({ title }) => title))
  await saveList(page)
})

test('A new member fills the seven places on the page, saving in between, and the field goes with the seventh', async ({
  member: page,
  services: { titles },
}) => {
  const seven = titles.slice(44, 51)
  const field = page.getByRole('textbox', { name: 'Spotify track link' })
  const [first] = seven
  if (!first) throw new Error('There are too few titles')
  // The place of number one is a click on the field.
  await page.locator('label[for=seven-field]').click({ position: { x: 40, y: 40 } })
  await expect(field).toBeFocused()
  await page.keyboard.insertText(linkOf(first))
  await expect(editedTitles(page)).toHaveText([first.title])
  await expect(page.getByText('Track added as number 1. Not saved yet.')).toBeAttached()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await saveList(page)
  await field.fill([...seven.slice(1), ...titles.slice(0, 2)].map(linkOf).join(' '))
  await expect(editedTitles(page)).toHaveText(seven.map(({ title }) => title))
  await expect(page.getByText('2 parts are left out.')).toBeVisible()
  for (const { title } of titles.slice(0, 2))
    await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('no room')
  await expect(field).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Tracks' })).toBeFocused()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('button', { name: 'DROP', exact: true })).toBeVisible()
  await expect(page.getByText('2 parts are left out.')).toHaveCount(0)
})

test('A track that the service does not know is refused in words, before it is added, and while the service is away it comes without its title', async ({
  member: page,
  services: { spotify },
}) => {
  const { dialog, field } = await openAddDialog(page)
  const add = dialog.getByRole('button', { name: 'Add track' })
  await field.fill('https://open.spotify.com/track/unheardof')
  await expect(dialog.getByText(/Spotify does not know this track/)).toBeVisible()
  await expect(add).toBeDisabled()
  await field.fill('https://spotify.link/nowhere')
  await expect(dialog.getByText(/This short link leads nowhere/)).toBeVisible()
  await field.fill('https://open.spotify.com/album/x')
  await expect(
    dialog.getByText('Invalid Spotify URL. Please enter a valid Spotify track URL'),
  ).toBeVisible()
  await expect(dialog.getByText('an album link; open a track and copy its link')).toBeVisible()

  spotify.respondWith(response => response.writeHead(503).end())
  await field.fill('https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC')
  await expect(dialog.getByText('Track 4uLU6h is ready.')).toBeVisible()
  await add.click()
  await expect(dialog.getByText('Added as number 1: Track 4uLU6h.')).toBeVisible()
  await expect(editedTitles(page)).toHaveText(['Track 4uLU6h'])
  spotify.respondUsually()
})

test('A visitor fills the seven places with links, and the list is saved once there is an account', async ({
  newVisitor,
  services: { titles },
}) => {
  const [a, b, c] = titles.slice(30, 33) as Required<typeof titles>
  if (!a || !b || !c) throw new Error('There are too few titles')
  const page = await newVisitor()
  await visit(page, '/')
  const field = page.getByRole('textbox', { name: 'Spotify track link' })
  await field.fill(linkOf(a))
  await expect(page.getByText('That is one. With three you can show it to somebody.')).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(page.getByText(a.artist, { exact: true })).toBeVisible()
  await field.fill('https://open.spotify.com/album/x')
  await expect(page.getByText('an album link; open a track and copy its link')).toBeVisible()
  await expect(field).toHaveValue('https://open.spotify.com/album/x')
  await field.fill([b, a, c].map(linkOf).join(' '))
  await expect(page.getByText('1 part is left out.')).toBeVisible()
  await expect(page.getByText('already on your list')).toBeVisible()
  await expect(editedTitles(page)).toHaveText([a.title, b.title, c.title])
  await page.getByRole('button', { name: `More for ${b.title}` }).click()
  await menuItem(page, 'Move up').click()
  await expect(editedTitles(page)).toHaveText([b.title, a.title, c.title])
  await visit(page, '/')
  await expect(editedTitles(page)).toHaveText([b.title, a.title, c.title])

  await page.getByRole('button', { name: 'Put your name on it' }).click()
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.getByLabel('Username').fill('tried-first')
  await expect(page.getByRole('heading', { name: 'tried-first’s seven.' })).toBeVisible()
  await page.getByLabel('Email').fill('tried-first@mail.test')
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/home')
  await expect(page.getByText('Your seven are saved.').last()).toBeVisible()
  await expect(page.getByText('Welcome to Radr, tried-first!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0)
  const saved = await (await page.request.get('/api/tracks')).json()
  expect(saved.map((track: { title: string }) => track.title)).toEqual([b, a, c].map(t => t.title))
  await page.request.post('/api/logout')
  await visit(page, '/')
  await expect(editedTitles(page)).toHaveCount(0)
})

test('What a visitor shares leads to the question with that list on top', async ({
  newVisitor,
  services: { titles, app },
}) => {
  const shared = titles.slice(33, 36)
  const page = await newVisitor({ permissions: ['clipboard-read', 'clipboard-write'] })
  await visit(page, '/')
  await page.getByRole('textbox', { name: 'Spotify track link' }).fill(shared.map(linkOf).join(' '))
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('The link is copied.')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())

  const friend = await newVisitor()
  const requested: string[] = []
  friend.on('request', request => requested.push(request.url()))
  await visit(friend, link.replace(new URL(link).origin, app.url))
  await expect(friend.getByRole('heading', { name: 'What are yours?' })).toBeVisible()
  const list = friend.getByRole('region', { name: 'A friend’s seven' }).getByRole('listitem')
  await expect(list).toHaveText(
    shared.map(({ title }, index) => new RegExp(`^${index + 1}${title}`)),
  )
  expect(requested.filter(url => url.includes('seven='))).toEqual([])

  const already = await newVisitor()
  await visit(already, '/')
  await already.evaluate(hash => {
    window.location.hash = hash
  }, new URL(link).hash)
  await expect(already.getByRole('heading', { name: 'What are yours?' })).toBeVisible()
})

test('A visitor names a track for the place of another', async ({
  newVisitor,
  services: { titles },
}) => {
  const all = titles.slice(36, 43)
  const page = await newVisitor()
  await visit(page, '/')
  const field = page.getByRole('textbox', { name: 'Spotify track link' })
  await field.fill(all.map(linkOf).join(' '))
  await expect(page.getByRole('heading', { name: 'These are your seven.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Put your name on it' })).toBeFocused()
  await expect(field).toHaveCount(0)
  const other = titles[43]
  if (!other) throw new Error('There are too few titles')
  const swap = () => chooseInMenu(page, 2, 'Swap track')
  await swap()
  await expect(field).toBeFocused()
  const swapping = page.getByText(/^The next one takes number 3/)
  await expect(swapping).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(swapping).toHaveCount(0)
  await expect(field).toHaveCount(0)

  await swap()
  await chooseInMenu(page, 2, 'Remove track')
  await expect(swapping).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()

  await swap()
  const answer = await hold(page, '**/api/track-preview?*')
  await field.fill(linkOf(other))
  await expect(page.getByText('Becomes number 3')).toBeVisible()
  answer()
  await expect(editedTitles(page)).toHaveText(all.with(2, other).map(({ title }) => title))
})

test('A link is being looked up until the service has answered, and a dialog that is closed meanwhile adds nothing', async ({
  member: page,
  services: { titles, outside },
}) => {
  const [a] = titles
  if (!a) throw new Error('There are too few titles')
  outside.redirect('https://spotify.link/late', linkOf(a))
  await neverRespond(page, '**/api/track-preview*')
  const { dialog, field } = await openAddDialog(page)
  await field.fill('https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC')
  await dialog.getByRole('button', { name: 'Add track' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.unrouteAll()
  await expect(dialog).toBeHidden()
  await expect(editedTitles(page)).toHaveCount(0)

  const answer = await hold(page, '**/api/track-preview*')
  await openAddDialog(page)
  for (const link of ['https://spotify.link/late', linkOf(a)]) {
    const requested = page.waitForRequest('**/api/track-preview*')
    await field.fill(link)
    await requested
    // The state of a request that has begun is rendered by then.
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await expect(dialog.getByText('Looking it up…')).toBeVisible()
    await expect(dialog.getByText(/is ready|could not be opened/)).toHaveCount(0)
  }
  answer()
  await expect(dialog.getByText(/ is ready\.$/)).toContainText(a.title)
})
