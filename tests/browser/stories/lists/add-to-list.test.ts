import { expect, type Page } from '@playwright/test'
import { test as base } from '../../fixtures.ts'
import { listedTracks, openMenu, post, register, visit } from '../../page-actions.ts'

/** A page of a new member with some tracks. */
const test = base.extend<{ memberWith: (tracks: number) => Promise<Page> }>({
  memberWith: async ({ newVisitor }, use) => {
    await use(async tracks => {
      const page = await newVisitor()
      await register(page, `adder${++members}`)
      for (let index = 1; index <= tracks; index++)
        await post(page, '/api/tracks', {
          spotifyUrl: `https://open.spotify.com/track/own${members}track${index}`,
        })
      return page
    })
  },
})
let members = 0

const addButton = (page: Page) => page.getByRole('button', { name: /^Add to my Radr: / })

test('A song of a profile is added to the first free place, with from whom, until its owner forgets it', async ({
  memberWith,
}) => {
  const page = await memberWith(1)
  await visit(page, '/mira')
  const title = await listedTracks(page).nth(1).getByRole('heading').innerText()
  await openMenu(page, 1)
  await addButton(page).click()
  await page.getByRole('link', { name: 'See your list' }).click()
  const row = page.getByRole('article').nth(1)
  await expect(row.getByRole('heading')).toHaveText(title)
  await expect(row.getByRole('link', { name: 'via @mira' })).toBeVisible()
  await row.getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByText(/ · via @mira$/)).toBeVisible()
  await page.goBack()
  await row.getByRole('button', { name: `Forget “via @mira” of ${title}` }).press('Enter')
  await expect(row.getByText('via @mira')).toHaveCount(0)
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  await expect(row.getByRole('heading')).toHaveText(title)
})

test('On a full list it takes the place of a track that is asked for', async ({ memberWith }) => {
  const page = await memberWith(7)
  await visit(page, '/mira/drops/1')
  const title = await listedTracks(page).first().getByRole('heading').innerText()
  await openMenu(page)
  await addButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Swap track' })
  await dialog.getByRole('button', { name: /^3/ }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Added to your Radr')).toBeVisible()
  await visit(page, '/home')
  await expect(page.locator('article h2')).toHaveCount(7)
  await expect(page.locator('article h2').nth(2)).toHaveText(title)
})

test('Charts and the pages of tracks add, too; a track that the list has is refused in words', async ({
  memberWith,
}) => {
  const page = await memberWith(0)
  await visit(page, '/charts#trending-tracks')
  await openMenu(page)
  await addButton(page).click()
  await expect(page.getByText('Added to your Radr')).toBeVisible()
  await openMenu(page)
  await page.getByRole('link', { name: 'Who has it' }).click()
  // The charts stay until the track's page has its data.
  await expect(addButton(page)).toHaveCount(1)
  await addButton(page).click()
  await expect(
    page.getByText('Oops! Looks like you already have that track on your Radr'),
  ).toBeVisible()
})

test('The menu of a row opens by keyboard, returns the focus, and has no button that adds for visitors and the owner', async ({
  page,
  as,
}) => {
  await visit(page, '/mira')
  const button = page.getByRole('button', { name: /^More for/ }).nth(1)
  await button.press('Space')
  const menu = page.locator(':popover-open')
  await expect(menu).toHaveCount(1)
  await expect(addButton(page)).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('link', { name: /^Open on Spotify: / })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(button).toBeFocused()

  const own = await as('mira', '/mira')
  await openMenu(own)
  await expect(own.getByRole('link', { name: /^Open on Spotify: / })).toBeVisible()
  await expect(addButton(own)).toHaveCount(0)
})

test('One menu of the rows is open at a time, and a second click closes it', async ({
  memberWith,
}) => {
  const page = await memberWith(1)
  await visit(page, '/mira')
  const menu = page.locator(':popover-open')
  // The menu of a row covers the button below it.
  for (const index of [2, 1]) {
    const title = await listedTracks(page).nth(index).getByRole('heading').innerText()
    await openMenu(page, index)
    await expect(menu.getByRole('link', { name: `Open on Spotify: ${title}` })).toBeVisible()
  }
  await openMenu(page, 1)
  await expect(menu).toHaveCount(0)
  await openMenu(page, 1)
  await addButton(page).click()
  await expect(page.getByText('Added to your Radr')).toBeVisible()
  await expect(menu).toHaveCount(0)
  await openMenu(page, 1)
  await menu.getByRole('link', { name: 'Who has it' }).click()
  await expect(page).toHaveURL(/\/tracks\//)
})
