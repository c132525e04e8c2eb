import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { visit } from '../page-actions.ts'

test.describe('The player', () => {
  test('plays on from page to page, and goes through the list it was started from', async ({
    page,
  }) => {
    await mockService(page)
    await visit(page, '/kofi')
    await expect(page.locator('iframe')).toHaveCount(0)
    const titles = await page.getByRole('heading', { level: 2 }).allTextContents()
    await play(page, titles[1])
    const bar = playerOf(page)
    await expect(bar.getByText('2 of 7')).toBeVisible()
    await expect(bar.getByText(titles[1] ?? '')).toBeVisible()
    await expect(page.getByRole('article').filter({ hasText: 'Playing' })).toContainText(
      titles[1] ?? '',
    )
    const frame = page.frameLocator('iframe')
    await expect(frame.getByText('1 command: play')).toBeVisible()

    await page.getByRole('link', { name: 'Charts' }).first().click()
    await expect(page).toHaveURL('/charts')
    // The frame of before, not a new one.
    await expect(frame.getByText('1 command: play')).toBeVisible()
    await bar.getByRole('button', { name: 'Next track' }).click()
    await expect(bar.getByText('3 of 7')).toBeVisible()
    await bar.getByRole('button', { name: 'Previous track' }).click()
    await bar.getByRole('button', { name: 'Previous track' }).click()
    await expect(bar.getByText('1 of 7')).toBeVisible()
    await expect(bar.getByRole('button', { name: 'Previous track' })).toBeDisabled()
    await expect(page.locator('iframe')).toHaveCount(1)
    await bar.getByRole('link', { name: '@kofi’s Radr' }).click()
    await expect(page).toHaveURL('/kofi')
    await expect(
      page.getByRole('article').filter({ hasText: 'Playing' }).getByRole('heading'),
    ).toHaveText(titles[0] ?? '')
  })
})

const playerOf = (page: Page) => page.getByRole('region', { name: 'Player' })

const play = (page: Page, title = '') =>
  page.getByRole('button', { name: `Play ${title}`, exact: true }).click()

/** A player that says it is ready and shows the commands that it gets. */
async function mockService(page: Page) {
  await page.route('https://open.spotify.com/embed/**', route =>
    route.fulfill({
      contentType: 'text/html',
      body: `<p>Ready</p><script>
        let count = 0
        addEventListener('message', ({ data }) => {
          document.querySelector('p').textContent = ++count + ' command: ' + data.command
        })
        parent.postMessage({ type: 'ready' }, '*')
      </script>`,
    }),
  )
}
