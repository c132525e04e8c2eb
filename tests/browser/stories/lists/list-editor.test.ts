import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { chooseInMenu, menuItem, openAddDialog, visit } from '../../page-actions.ts'

// Unit tests of each value try others.
const brokenValues = ['null', '{"rows":[{}],"saved":[]}']

const focusIsOnBody = (page: Page) => page.evaluate(() => document.activeElement === document.body)

test('Whatever the storage has, /home and / are pages that work', async ({ as, newVisitor }) => {
  const visitor = await newVisitor()
  await visit(visitor, '/')
  const member = await as('haruka', '/home')
  // The edits of this page have the member's key.
  await chooseInMenu(member, 0, 'Move down')
  for (const [page, path] of [
    [visitor, '/'],
    [member, '/home'],
  ] as const) {
    const keys = await page.evaluate(() => Object.keys(localStorage))
    for (const value of brokenValues) {
      await page.evaluate(
        ([names, text]) => {
          for (const name of names) localStorage.setItem(name, text)
        },
        [[...keys, 'unsavedList1:', 'emailFollows:', 'dropButtonHidden'], value] as const,
      )
      await visit(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Something went wrong on this page')).toHaveCount(0)
    }
  }
  await expect(member.getByRole('article').first()).toBeVisible()
})

test('The focus stays in the list when an undone row takes its button away', async ({ as }) => {
  const page = await as('haruka', '/home')
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await menuItem(page, 'Remove track').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  await expect.poll(() => focusIsOnBody(page)).toBe(false)
})

test('A toast stays while its button has the focus or the pointer, and goes afterwards', async ({
  as,
}) => {
  const page = await as('haruka')
  await page.clock.install()
  await visit(page, '/home')
  await chooseInMenu(page, 0, 'Move down')
  await page.getByRole('button', { name: 'Cancel' }).click()
  const toast = page.locator('[data-sonner-toast]')
  const undo = toast.getByRole('button', { name: 'Undo' })
  await undo.focus()
  await page.clock.runFor(8000)
  await expect(undo).toBeFocused()
  await undo.hover()
  await undo.blur()
  await page.clock.runFor(8000)
  await expect(undo).toBeVisible()
  await page.mouse.move(5, 5)
  await page.clock.runFor(3000)
  await expect(toast).toHaveCount(0)
})

test('Enter that ends a composition in Safari adds no track', async ({ as }) => {
  const page = await as('the-night-bus', '/home')
  const { dialog, field } = await openAddDialog(page)
  await field.fill('https://open.spotify.com/track/0VjIjW4GlUZAMYd2vXMi3b')
  await expect(dialog.getByRole('button', { name: 'Add track' })).toBeEnabled()
  const isLeftAlone = await field.evaluate(element =>
    element.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }),
    ),
  )
  expect(isLeftAlone).toBe(true)
  await expect(dialog.getByText(/Added as number/)).toHaveCount(0)
})
