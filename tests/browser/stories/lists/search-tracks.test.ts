import { expect, type Page } from '@playwright/test'
import { readTitles } from '../../../servers/mock-spotify.ts'
import { test } from '../../app-with-search.ts'
import { mockPlayer } from '../../mock-responses.ts'
import { editedTitles, openAddDialog, visit } from '../../page-actions.ts'

async function openSearch(page: Page) {
  await visit(page, '/home')
  const { dialog } = await openAddDialog(page)
  return { dialog, field: dialog.getByLabel('Track, artist or Spotify link') }
}

test('Typed words find tracks, which are played and added by keyboard', async ({ as }) => {
  const title = (await readTitles()).at(-1)?.title ?? ''
  const page = await as('ines_b')
  const { dialog, field } = await openSearch(page)
  await field.fill('a')
  await expect(dialog.getByText('6 tracks found.')).toBeVisible()
  await field.fill(title)
  const add = dialog.getByRole('button', { name: `Add ${title}` }).first()
  await expect(add).toBeVisible()
  await field.press('Enter')
  await expect(add).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: `Stop ${title}` })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(editedTitles(page).last()).toHaveText(title)
})

test('The arrow keys go through what was found; a link is taken as a link', async ({ as }) => {
  const page = await as('ines_b')
  const { dialog, field } = await openSearch(page)
  await field.fill('a')
  const found = dialog.getByRole('button', { name: /^Add (?!track)/ })
  await expect(found).toHaveCount(6)
  await field.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(found.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(found.nth(0)).toBeFocused()
  await field.fill('https://open.spotify.com/track/unheardof')
  await expect(dialog.getByText(/Spotify does not know this track/)).toBeVisible()
  await expect(found).toHaveCount(0)
})

test('A visitor fills places with found tracks, by keyboard alone', async ({ newVisitor }) => {
  const page = await newVisitor()
  await visit(page, '/')
  await expect(
    page.getByText('Type them, or paste links from Spotify’s share button.'),
  ).toBeVisible()
  const field = page.getByLabel('Song, artist or Spotify link')
  const share = page.getByRole('button', { name: 'Share' })
  const added: string[] = []
  for (const { title } of (await readTitles()).slice(0, 3)) {
    await expect(share).toHaveCount(0)
    await field.fill(title)
    const add = page.getByRole('button', { name: `Add ${title}` }).first()
    await expect(add).toBeVisible()
    await field.press('Enter')
    await expect(add).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    added.push(title)
    await expect(editedTitles(page)).toHaveText(added)
  }
  await expect(share).toBeVisible()
  await mockPlayer(page)
  await field.fill('a')
  const found = page.getByRole('region', { name: '6 tracks found.' })
  await found
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
  const bar = page.getByRole('region', { name: 'Player' })
  await expect(bar.getByRole('link', { name: 'Search for a' })).toHaveAttribute('href', '/')
})

test('On a phone the dialog is what the keyboard leaves: the field, what is found, and Done', async ({
  as,
}) => {
  const page = await as('ines_b')
  await page.setViewportSize({ width: 390, height: 844 })
  const { dialog, field } = await openSearch(page)
  await field.fill('a')
  await expect(dialog.getByText('6 tracks found.')).toBeVisible()
  // The height is that beside an open keyboard: only the visual viewport becomes smaller.
  await page.setViewportSize({ width: 390, height: 480 })
  await expect.poll(() => dialog.boundingBox()).toMatchObject({ y: 0, height: 480 })
  const found = dialog.getByRole('button', { name: /^Add (?!track)/ })
  for (const index of [0, 1]) await expect(found.nth(index)).toBeInViewport({ ratio: 1 })
  // Titles of two lines leave less room for the third, which is seen to go on.
  await expect(found.nth(2)).toBeInViewport({ ratio: 0.5 })
  await expect(dialog.getByRole('button', { disabled: true })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
})
