import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { findViolations } from '../../find-violations.ts'
import { test } from '../../fixtures.ts'
import { mockShareSheet } from '../../mock-responses.ts'
import { callsTo, errorsOf, navigate, openDropDialog, visit } from '../../page-actions.ts'

test.describe('After a drop', () => {
  test('it is shared as a picture by keyboard, and is one click away', async ({ as }) => {
    const page = await as('juniper-fox')
    await mockShareSheet(page)
    await page.addInitScript(() => {
      Element.prototype.animate = () => {
        throw new Error('Nothing moves where reduced motion is asked for')
      }
    })
    await page.clock.install()
    await visit(page, '/juniper-fox/drops')
    await expect(page.getByText("You haven't made any drops yet.")).toBeVisible()
    await page.getByRole('link', { name: 'Back' }).click()
    const stage = await drop(page)
    await expect(stage.getByText('Nobody follows you yet: send it to somebody.')).toBeVisible()
    // There is no strip for a scrollbar beside the stage.
    expect((await stage.boundingBox())?.width).toBe(page.viewportSize()?.width)
    expect(await errorsOf(page)).toEqual([])
    await expect(stage.getByRole('link', { name: 'Drop #1' })).toHaveAttribute(
      'href',
      '/juniper-fox/drops/1',
    )
    expect(await findViolations(page)).toEqual([])

    await expect(stage.getByRole('button', { name: 'Share' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.evaluate('window.shared'))
      .toEqual({
        title: 'Drop #1 by @juniper-fox',
        url: expect.stringMatching(/\/juniper-fox\/drops\/1$/),
        files: [{ type: 'image/jpeg', isEmpty: false }],
      })
    await expect(stage).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(stage).toHaveCount(0)
    const out = page.getByRole('region', { name: 'Drop #1 is out.' })
    await expect(out.getByRole('switch')).toBeVisible()
    await out.getByRole('button', { name: 'Share' }).click()
    await expect(page.getByRole('dialog', { name: 'Share drop #1' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(out.getByRole('link', { name: 'Find people to follow' })).toHaveAttribute(
      'href',
      '/charts',
    )
    expect(await page.evaluate('document.activeElement !== document.body')).toBe(true)

    // The history is loaded again for its own sake, not for the flag and the 30 seconds after a drop.
    await page.evaluate(() => localStorage.removeItem('dropSuccessful'))
    await page.clock.fastForward(30_000)
    const history = page.waitForRequest('**/api/users/juniper-fox/drops')
    await navigate(page, '/juniper-fox/drops')
    await history
    await expect(page.getByRole('link', { name: /^Drop #1/ })).toBeVisible()
  })

  test('its picture is fetched before it is shared, and again once the covers of new tracks have arrived', async ({
    as,
  }) => {
    const page = await as('lunar-parade')
    await mockShareSheet(page)
    await page.clock.install()
    let isComplete = false
    const story = '**/cards/drops/lunar-parade/1/current-story.jpg'
    await page.route(story, async route => {
      const response = await route.fetch()
      const cacheControl = isComplete ? 'public, max-age=31536000, immutable' : 'no-cache'
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'cache-control': cacheControl },
      })
    })
    await visit(page, '/home')
    const first = page.waitForResponse(story)
    const stage = await drop(page)
    await (await first).finished()
    isComplete = true
    const second = page.waitForResponse(story)
    await page.clock.fastForward(10_000)
    await (await second).finished()
    await page.unroute(story)
    const more = callsTo(page, '/cards/drops/lunar-parade/1/current-story.jpg')
    await page.clock.fastForward(30_000)
    await stage.getByRole('button', { name: 'Share' }).click()
    await expect
      .poll(() => page.evaluate('window.shared'))
      .toMatchObject({ files: [{ type: 'image/jpeg', isEmpty: false }] })
    expect(more).toEqual([])
  })

  test('its covers land until a key is pressed, and its link is copied where there is no share sheet', async ({
    as,
  }) => {
    const page = await as('velvet-static')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await visit(page, '/home')
    await page.getByRole('button', { name: 'DROP', exact: true }).click()
    const dropIt = page.getByRole('dialog').getByRole('button', { name: 'Drop it' })
    const lastCover = page.locator('dialog .rises-when-pressed > *').last()
    await dropIt.hover()
    await page.mouse.down()
    await expect(lastCover).toHaveCSS('translate', '0px -6px')
    // Held and left: nothing is sent.
    await page.mouse.move(0, 0)
    await page.mouse.up()
    await expect(lastCover).toHaveCSS('translate', 'none')
    // The animation is too slow to end by itself.
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Animation.enable')
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.01 })
    await dropIt.click()
    const stage = page.locator('dialog', { hasText: '@velvet-static' })
    const moving = () =>
      stage.evaluate(each => {
        const all = each.getAnimations({ subtree: true })
        return all.filter(({ playState }) => playState === 'running').length
      })
    await expect.poll(moving).toBeGreaterThan(6)
    await expect(stage.getByRole('status').first()).toBeEmpty()
    await page.keyboard.press('Escape')
    await expect(stage.getByRole('status').first()).toHaveText('Drop successful! Boom!')
    await stage.getByRole('button', { name: 'Share' }).click()
    await expect(stage.getByText('The link is copied.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /\/velvet-static\/drops\/1$/,
    )
    await page.keyboard.press('Escape')
    await expect(stage).toHaveCount(0)
  })

  test('its owner opens it again from the drop, and copies the link where there is no share sheet', async ({
    as,
  }) => {
    const page = await as('mira')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await visit(page, '/mira/drops/6')
    await page.getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share drop #6' })
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

async function drop(page: Page) {
  const dialog = await openDropDialog(page)
  await dialog.getByRole('button', { name: 'Drop it' }).click()
  const stage = page.getByRole('dialog', { name: 'Drop #1' })
  await expect(stage.getByText('Drop successful! Boom!')).toBeVisible()
  return stage
}
