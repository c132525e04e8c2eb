import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { chooseInMenu, editedTitles, post, signIn, visit } from '../../page-actions.ts'

const message = (page: Page) => page.getByText('You were signed out. Sign in to go on.')

/** Signs in for a session of its own, because the tests end it. */
async function openList(page: Page, username: string) {
  await visit(page, '/login')
  await signIn(page, username)
  await expect(page.getByRole('article').first()).toBeVisible()
}

test('When the session ends elsewhere, every tab goes to the login page, and unsaved edits of the list wait for the same account', async ({
  page,
}) => {
  await openList(page, 'haruka')
  const titles = editedTitles(page)
  const [first = '', ...rest] = await titles.allTextContents()
  await chooseInMenu(page, 0, 'Remove track')
  await expect(titles).toHaveText(rest)
  const other = await page.context().newPage()
  await visit(other, '/home')
  await post(page, '/api/logout')
  for (const tab of [page, other]) {
    await expect(message(tab)).toBeVisible({ timeout: 15_000 })
    await expect(tab.getByRole('button', { name: 'Account of haruka' })).toHaveCount(0)
  }

  await signIn(page, 'mira')
  await expect(page.getByRole('article')).toHaveCount(7)
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0)
  await post(page, '/api/logout')
  await expect(message(page)).toBeVisible({ timeout: 15_000 })

  await signIn(page, 'haruka')
  await expect(titles).toHaveText(rest)
  await expect(page.getByText(`${first} removed`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(titles).toHaveText([first, ...rest])
})

test('Saving in a session that has ended leads to the login page', async ({ page }) => {
  await openList(page, 'haruka')
  await chooseInMenu(page, 0, 'Remove track')
  await post(page, '/api/logout')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(message(page)).toBeVisible()
  await signIn(page, 'haruka')
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible()
})

test('Logging out says nothing, and leaves no edits behind', async ({ page }) => {
  await openList(page, 'haruka')
  await page.evaluate(() => {
    for (const key of ['dropButtonHidden', 'dropButtonHiddenSince', 'dropSuccessful'])
      localStorage.setItem(key, 'true')
  })
  await chooseInMenu(page, 0, 'Remove track')
  await page.getByRole('button', { name: 'Account of haruka' }).first().click()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL('/login')
  await expect(message(page)).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})
