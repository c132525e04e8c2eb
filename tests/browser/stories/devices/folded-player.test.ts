import { expect } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { boxOf } from '../../measure.ts'
import { mockPlayer } from '../../mock-responses.ts'
import { play, visit } from '../../page-actions.ts'

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('Play shows the player of 90 px for the top track and 80 px for others, which can be folded to a bar of 64 px with a button that pauses', async ({
    page,
  }) => {
    await mockPlayer(page)
    await visit(page, '/kofi')
    await play(page)
    const bar = page.getByRole('region', { name: 'Player' })
    const frame = page.locator('iframe')
    await expect(bar.getByText('1 of 7')).toBeVisible()
    await expect(frame).toBeInViewport({ ratio: 1 })
    expect((await boxOf(frame)).height).toBe(90)
    await bar.getByRole('button', { name: 'Next track' }).click()
    await expect.poll(async () => (await boxOf(frame)).height).toBe(80)
    await expect(frame).toBeInViewport({ ratio: 1 })
    await bar.getByRole('button', { name: 'Spotify player' }).click()
    await expect(frame).not.toBeInViewport()
    expect((await boxOf(bar)).height).toBeLessThanOrEqual(65)
    await bar.getByRole('button', { name: 'Pause', exact: true }).click()
    await expect(page.frameLocator('iframe').getByText(/^toggle \d$/)).toBeAttached()
  })

  test('the folded player opens by itself when a track does not start without a click in it', async ({
    page,
  }) => {
    await page.clock.install()
    await mockPlayer(page, { starts: false })
    await visit(page, '/kofi')
    await play(page)
    await expect(page.frameLocator('iframe').getByText('play 1')).toBeAttached()
    await page.getByRole('button', { name: 'Spotify player' }).click()
    await expect(page.locator('iframe')).not.toBeInViewport()
    await page.clock.runFor(4000)
    await expect(page.locator('iframe')).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('Press ▶ in the player', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Spotify player' }).click()
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await expect(page.locator('iframe')).toBeInViewport({ ratio: 1 })
  })
})
