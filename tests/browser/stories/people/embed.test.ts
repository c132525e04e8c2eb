import { expect, type Page } from '@playwright/test'
import { startLocalServer } from '../../../servers/local-server.ts'
import { sendPage } from '../../../servers/mock-outside.ts'
import { findViolations } from '../../find-violations.ts'
import { test } from '../../fixtures.ts'
import { play } from '../../page-actions.ts'

/** A page on another site that knows nothing but a URL and the oEmbed call. */
const foreignPage = (app: string, address: string) => `<!doctype html>
  <html lang="en"><title>A blog</title><main><h1>What I hear</h1><div id="embed"></div></main><script>
    fetch(${JSON.stringify(`${app}/api/oembed?url=`)} + encodeURIComponent(${JSON.stringify(address)}))
      .then(response => response.json())
      .then(({ html }) => { document.getElementById('embed').innerHTML = html })
  </script></html>`

async function openForeignPage(page: Page, app: string, address: string) {
  const site = await startLocalServer((_, response) =>
    sendPage(response, foreignPage(app, address)),
  )
  await page.goto(site.url.replace('127.0.0.1', 'localhost'))
  return site.close
}

test.describe('On a page of another site', () => {
  test('a profile is embedded by its URL alone, and plays there', async ({
    page,
    seededApp: { url },
  }) => {
    await page.route('https://open.spotify.com/**', route =>
      route.fulfill({ contentType: 'text/html', body: 'A player' }),
    )
    const close = await openForeignPage(page, url, `${url}/kofi`)
    const frame = page.frameLocator('iframe[title="@kofi’s seven"]')
    await expect(frame.getByRole('heading', { name: '@kofi' })).toBeVisible()
    await expect(frame.getByRole('listitem')).toHaveCount(7)
    expect(await findViolations(page)).toEqual([])
    await play(frame, 1)
    const player = frame.frameLocator('iframe[title="Spotify player"]')
    await expect(player.getByText('A player')).toBeVisible()
    await expect(frame.locator('[aria-current]')).toHaveCount(1)
    // The row has the role of a button, so the space bar clicks it.
    const first = frame.getByRole('button', { name: /^Play / }).first()
    await first.press(' ')
    await expect(first).toHaveAttribute('aria-current', 'true')
    await expect(frame.locator('iframe')).toHaveCount(1)
    await close()
  })

  test('a drop is embedded, and its links lead to Radr', async ({ page, seededApp: { url } }) => {
    const close = await openForeignPage(page, url, `${url}/kofi/drops/9`)
    const frame = page.frameLocator('iframe[title="Drop #9 by @kofi"]')
    const opened = page.waitForEvent('popup')
    await frame.getByRole('link', { name: 'Drop #9 by @kofi' }).click()
    await expect(await opened).toHaveURL(`${url}/kofi/drops/9`)
    await close()
  })

  test('the frame is a list of links without JavaScript, in the theme that is asked for', async ({
    newVisitor,
  }) => {
    const page = await newVisitor({ javaScriptEnabled: false, colorScheme: 'light' })
    await page.goto('/kofi/embed?theme=dark')
    await expect(page.getByRole('link', { name: /^Play / }).first()).toHaveAttribute(
      'href',
      /^https:\/\/open\.spotify\.com\/track\//,
    )
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  })
})
