import { expect } from '@playwright/test'
import sharp from 'sharp'
import { findViolations } from '../find-violations.ts'
import { test } from '../fixtures.ts'
import { mockShareSheet } from '../mock-responses.ts'
import { navigate, visit } from '../page-actions.ts'

test.describe('After a drop', () => {
  test('its card is shown large, shared as a picture by keyboard, and the drop is one press away', async ({
    as,
  }) => {
    const page = await as('juniper-fox')
    await mockShareSheet(page)
    await page.clock.install()
    await visit(page, '/juniper-fox/drops')
    await expect(page.getByText("You haven't made any drops yet.")).toBeVisible()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'DROP', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Drop it' }).click()
    const dialog = page.getByRole('dialog', { name: /^Drop #1 is out( to \d+ pe(rson|ople))?$/ })
    await expect(page.getByText('Boom!')).toBeVisible()
    await expect(dialog.getByRole('img')).toHaveJSProperty('naturalWidth', 1200)
    expect(await findViolations(page)).toEqual([])

    await dialog.getByRole('button', { name: 'Share' }).focus()
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.evaluate('window.shared'))
      .toEqual({
        title: 'Drop #1 by @juniper-fox',
        url: expect.stringMatching(/\/juniper-fox\/drops\/1$/),
        files: [{ type: 'image/jpeg', isEmpty: false }],
      })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    expect(await page.evaluate('document.activeElement !== document.body')).toBe(true)

    // The history is loaded again for its own sake, not for the flag and the 30 seconds after a drop.
    await page.evaluate(() => localStorage.removeItem('dropSuccessful'))
    await page.clock.fastForward(30_000)
    const history = page.waitForRequest('**/api/users/juniper-fox/drops')
    await navigate(page, '/juniper-fox/drops')
    await history
    await expect(page.getByRole('link', { name: /^Drop #1/ })).toBeVisible()
  })

  test('its picture is shown again once the covers of new tracks have arrived', async ({ as }) => {
    const page = await as('lunar-parade')
    await page.clock.install()
    let isComplete = false
    await page.route('**/cards/drops/lunar-parade/1/current.jpg', async route => {
      const response = await route.fetch()
      const cacheControl = isComplete ? 'public, max-age=31536000, immutable' : 'no-cache'
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'cache-control': cacheControl },
      })
    })
    await visit(page, '/home')
    await page.getByRole('button', { name: 'DROP', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Drop it' }).click()
    const picture = page.getByRole('dialog', { name: /^Drop #1 is out/ }).getByRole('img')
    await expect(picture).toHaveJSProperty('naturalWidth', 1200)
    const before = await picture.getAttribute('src')
    isComplete = true
    const again = page.waitForResponse('**/cards/drops/lunar-parade/1/current.jpg')
    await page.clock.fastForward(10_000)
    await again
    await expect(picture).not.toHaveAttribute('src', before ?? '')
    await expect(picture).toHaveJSProperty('naturalWidth', 1200)
  })

  test('its owner opens it again from the drop, and copies the link where there is no share sheet', async ({
    as,
  }) => {
    const page = await as('mira')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await visit(page, '/mira/drops/6')
    await page.getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Drop #6 is out' })
    await expect(dialog.getByRole('link', { name: 'See it' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Copy link' }).click()
    await expect(dialog.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/mira\/drops\/6$/)
    for (const [name, size] of [
      ['Save picture', { width: 1200, height: 630 }],
      ['Save story', { width: 1080, height: 1920 }],
    ] as const) {
      const download = page.waitForEvent('download')
      await dialog.getByRole('link', { name }).click()
      const { format, width, height } = await sharp(await (await download).path()).metadata()
      expect({ format, width, height }).toEqual({ format: 'jpeg', ...size })
    }
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Share' })).toBeFocused()
  })

  test('its owner, and nobody else, is offered the whole history as a poster', async ({ as }) => {
    const page = await as('mira')
    await mockShareSheet(page)
    await visit(page, '/mira/drops')
    await page.getByRole('button', { name: 'Poster' }).click()
    const dialog = page.getByRole('dialog', { name: 'All your drops on a poster' })
    await expect(dialog.getByRole('img')).toHaveJSProperty('naturalHeight', 1920)
    expect(await findViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Share' }).click()
    await expect
      .poll(() => page.evaluate('window.shared'))
      .toEqual({
        title: 'Every drop of @mira',
        url: expect.stringMatching(/\/mira\/drops$/),
        files: [{ type: 'image/jpeg', isEmpty: false }],
      })

    await visit(page, '/kofi/drops')
    await expect(page.getByRole('button', { name: 'Poster' })).toHaveCount(0)
  })
})
