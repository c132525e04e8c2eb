import { expect } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { mockShareSheet } from '../../mock-responses.ts'
import { visit } from '../../page-actions.ts'

test.describe('Sharing', () => {
  test('a profile shows its picture, which can be saved, and copies its link, when the share sheet fails', async ({
    page,
  }) => {
    await mockShareSheet(page, { fails: true })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await visit(page, '/kofi')
    await page.getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share' })
    const picture = dialog.getByRole('img')
    await expect(picture).toHaveJSProperty('naturalWidth', 1200)
    const download = page.waitForEvent('download')
    await dialog.getByRole('link', { name: 'Save picture' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.jpg$/)
    await dialog.getByRole('button', { name: 'Copy link' }).click()
    await expect(dialog.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
    const address = await dialog.getByLabel('Link').inputValue()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    expect(new URL(address).pathname).toBe('/kofi')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Share' })).toBeFocused()
  })

  test('a drop uses the device’s own share sheet, without the picture where that takes no files', async ({
    page,
  }) => {
    await mockShareSheet(page, { takesFiles: false })
    await visit(page, '/kofi/drops/9')
    await page.getByRole('button', { name: 'Share' }).click()
    await expect
      .poll(() => page.evaluate('window.shared'))
      .toEqual({ title: 'Drop #9 by @kofi', url: expect.stringMatching(/\/kofi\/drops\/9$/) })
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
