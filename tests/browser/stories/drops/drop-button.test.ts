import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { hold } from '../../mock-responses.ts'
import { chooseInMenu, colorOf, navigate, visit } from '../../page-actions.ts'

test.describe('The drop button', () => {
  test('says WAIT until the weekly limit is loaded, counts down days, then hours, and says when the next drop is possible', async ({
    as,
  }) => {
    const page = await as('waiting', '/settings')
    const answer = await hold(page, '**/api/drops/check-weekly-limit')
    await navigate(page, '/home')
    await expect(page.getByRole('button', { name: 'WAIT' })).toBeVisible()
    answer()
    const button = page.getByRole('button', { name: /^Drop available in 5 days$/ })
    await expect(button).toBeVisible()
    const asked = page.waitForRequest('**/api/drops/check-weekly-limit')
    await button.click()
    await asked
    await expect(
      page.getByText(
        /^The stage ain't ready yet\. You've gotta wait 7 days between drops\. Your next one unlocks on [A-Z][a-z]{2} \d{1,2}, \d{4} at \d{1,2}:\d{2} [AP]M\.$/,
      ),
    ).toBeVisible()
    const soon = await as('nearly', '/home')
    await expect(
      soon.getByRole('button', { name: /^Drop available in 0\d:\d{2}:\d{2}$/ }),
    ).toBeVisible()
  })

  test('is blocked by unsaved changes, takes a note of 150 characters and says why a drop failed', async ({
    as,
  }) => {
    const page = await as('mira')
    await page.route('**/api/drops', route =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: { message: '' } })
        : route.continue(),
    )
    await visit(page, '/home')
    const drop = page.getByRole('button', { name: 'DROP', exact: true })
    await chooseInMenu(page, -1, 'Remove track')
    await drop.click()
    const refusal = page.getByRole('dialog', { name: 'Your Radr has unsaved changes' })
    await expect(refusal.getByText('Save or cancel your changes before dropping')).toBeVisible()
    await expect(refusal.getByRole('textbox')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Cancel' }).click()

    await drop.click()
    const dialog = page.getByRole('dialog', { name: 'Drop your Radr' })
    const note = dialog.getByRole('textbox')
    await expect(note).toBeFocused()
    const colors = new Set<string>()
    for (const [typed, shown] of [
      [135, '135/150'],
      [136, '136/150'],
      [160, '10 too many · 160/150'],
    ] as const) {
      await note.fill('x'.repeat(typed))
      const counter = dialog.getByText(shown)
      await expect(counter).toBeVisible()
      colors.add(await colorOf(counter))
    }
    expect(colors.size).toBe(3)
    await expect(dialog.getByText('The note can have at most 150 characters')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Drop it' })).toBeDisabled()
    const full = `start ${'x'.repeat(134)} IMPORTANT`
    await note.fill(full)
    await note.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(5, 5))
    await note.pressSequentially('XYZ')
    await expect(note).toHaveValue(full.replace('start', 'startXYZ'))
    expect(await note.evaluate((field: HTMLTextAreaElement) => field.selectionStart)).toBe(8)
    for (let presses = 0; presses < 3; presses++) await note.press('Backspace')
    // The note outlives the page, in this tab.
    await page.goBack()
    await visit(page, '/home')
    await drop.click()
    await expect(note).toHaveValue(full)
    await dialog.getByRole('button', { name: 'Drop it' }).click()
    await expect(page.getByText('Failed to drop', { exact: true })).toBeVisible()
    await expect(
      page.getByText('Something went wrong. Please try again.', { exact: true }),
    ).toBeVisible()
  })

  test('disappears after a drop and comes back when changes are saved', async ({ as }) => {
    const page = await as('dropper', '/home')
    const button = page.getByRole('button', { name: /^DROP$|^Drop available/ })
    await expect(page.getByRole('link', { name: '0 drops' })).toBeVisible()
    await button.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Drop it' }).click()
    const stage = page.getByRole('dialog', { name: 'Drop #1' })
    await expect(stage.getByRole('status').first()).toHaveText('Drop successful! Boom!')
    await expect(stage.getByText('5 mails have left.')).toBeVisible()
    await stage.getByRole('button', { name: 'Close' }).click()
    await expect(button).toBeHidden()
    await expect(page.getByText('Next drop in 7 days, once your list has changed.')).toBeVisible()
    expect(await stored(page, 'dropButtonHidden')).toBe('true')
    expect(await stored(page, 'dropSuccessful')).toBe('true')
    // The link itself loads no document; the history does, once, after a drop.
    const reload = page.waitForEvent('load')
    await page.getByRole('link', { name: '1 drop' }).click()
    await reload
    await expect(page.getByRole('link', { name: /^Drop #1/ })).toBeVisible()
    await expect.poll(() => stored(page, 'dropSuccessful')).toBe('false')

    await visit(page, '/home')
    await chooseInMenu(page, -1, 'Remove track')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('button', { name: /^Drop available in 7 days$/ })).toBeVisible()
    expect(await stored(page, 'dropButtonHidden')).toBe(null)
  })
})

test('A developer is sent a test drop, which publishes nothing, and sees no players', async ({
  as,
  outbox,
}) => {
  const page = await as('devon', '/home')
  await expect(page.getByText('Spotify preview disabled in dev mode').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Play / })).toHaveCount(0)
  await page.getByRole('button', { name: 'Drop Test' }).click()
  const dialog = page.getByRole('dialog', { name: 'Test Drop' })
  await dialog.getByRole('textbox').fill('Only for me')
  await dialog.getByRole('button', { name: 'Send test drop' }).click()
  await expect(page.getByText('Test Drop Complete!')).toBeVisible()
  await expect(page.getByText('Check your email inbox...')).toBeVisible()
  expect((await outbox.find('devon@mail.test', /drop/i)).text).toContain('Only for me')
  await expect(page.getByRole('link', { name: '1 drop', exact: true })).toBeVisible()

  const other = await as('mira', '/home')
  await expect(other.getByRole('button', { name: 'DROP', exact: true })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Drop Test' })).toHaveCount(0)
})

const stored = (page: Page, key: string) => page.evaluate(name => localStorage.getItem(name), key)

test('A drop button that is hidden in this browser comes back when the list is changed elsewhere, whatever the change', async ({
  as,
}) => {
  const page = await as('cedar-static', '/home')
  const { member_key } = await (await page.request.get('/api/user')).json()
  await hideDropButton(page, member_key, Date.now() - 1000)
  await visit(page, '/home')
  const cards = page.getByRole('article')
  await expect(cards.last()).toBeVisible()
  await expect(page.getByRole('button', { name: /^drop/i })).toHaveCount(0)
  await expect(page.getByText('Change your list, and you can drop it.')).toBeVisible()
  await chooseInMenu(page, -1, 'Remove track')
  await expect(page.getByText('Save your list, and you can drop it.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const tracks: { id: number }[] = await (await page.request.get('/api/tracks')).json()
  const deleted = await page.request.delete(`/api/tracks/${tracks.at(-1)?.id}`)
  expect(deleted.ok()).toBe(true)
  await expect(page.getByRole('button', { name: /^drop/i })).toBeVisible({ timeout: 10_000 })
  // The button is hidden for a member who used this browser before.
  await hideDropButton(page, 'another-member', Date.now() + 60_000)
  await visit(page, '/home')
  await expect(page.getByRole('button', { name: /^drop/i })).toBeVisible()
})

const hideDropButton = (page: Page, memberKey: string, since: number) =>
  page.evaluate(
    ([of, at]) => {
      localStorage.setItem('dropButtonHidden', 'true')
      localStorage.setItem(`dropButtonHiddenSince:${of}`, at)
    },
    [memberKey, new Date(since).toISOString()] as const,
  )
