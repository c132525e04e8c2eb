import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { overlap } from '../../measure.ts'
import { mockPlayer } from '../../mock-responses.ts'
import {
  chooseInMenu,
  errorsOf,
  listedTracks,
  menuItem,
  navigate,
  openMenu,
  play,
  scrollToEnd,
  untilDraggable,
  visit,
} from '../../page-actions.ts'
import { coverOf } from '../../seed/pictures.ts'

test.describe('The player', () => {
  test('plays on from page to page, in one frame of 90 px for the top track and 80 for others, and goes through the list it was started from', async ({
    page,
  }) => {
    await mockPlayer(page)
    await page.route('https://i.scdn.co/**', route =>
      route.fulfill({ contentType: 'image/svg+xml', body: coverOf(route.request().url()) }),
    )
    await visit(page, '/kofi')
    const player = page.locator('iframe')
    await expect(player).toHaveCount(0)
    const { tracks } = await (await page.request.get('/api/profile/kofi')).json()
    const expectTrack = async (rank: number, height: number) => {
      const { spotify_track_id: id } = tracks[rank - 1]
      const address = new RegExp(`^https://open\\.spotify\\.com/embed/track/${id}(\\?|$)`)
      await expect(player).toHaveAttribute('src', address)
      await expect.poll(async () => (await player.boundingBox())?.height).toBe(height)
    }
    const titles = await titlesOf(page)
    await pressPlay(page, titles[1])
    const bar = playerOf(page)
    const frame = page.frameLocator('iframe')
    await expect(bar.getByText('2 of 7')).toBeVisible()
    await expect(bar.getByRole('link', { name: titles[1] ?? '', exact: true })).toBeVisible()
    await expect(playingRow(page)).toContainText(titles[1] ?? '')
    await expect(frame.getByText('play 1')).toBeVisible()
    await expectTrack(2, 80)

    await page.getByRole('link', { name: 'Charts' }).first().click()
    await expect(page).toHaveURL('/charts')
    // The frame of before, not a new one.
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await expect(frame.getByText('play 1')).toBeVisible()
    await bar.getByRole('button', { name: 'Next track' }).click()
    await expect(bar.getByText('3 of 7')).toBeVisible()
    await bar.getByRole('button', { name: 'Previous track' }).click()
    await bar.getByRole('button', { name: 'Previous track' }).click()
    await expect(bar.getByText('1 of 7')).toBeVisible()
    await expect(bar.getByRole('button', { name: 'Previous track' })).toBeDisabled()
    await expect(player).toHaveCount(1)
    await expectTrack(1, 90)

    await bar.getByRole('link', { name: '@kofi’s seven' }).click()
    await expect(page).toHaveURL('/kofi')
    await expect(playingRow(page).getByRole('heading')).toHaveText(titles[0] ?? '')
    // The frames have left no entries in the history.
    await page.goBack()
    await expect(page).toHaveURL('/charts')
    await page.goForward()
    await page.getByRole('button', { name: `Stop ${titles[0]}`, exact: true }).click()
    await expect(bar).toHaveCount(0)
    await expect(playingRow(page)).toHaveCount(0)
    expect(await errorsOf(page)).toEqual([])
  })

  test('plays charts, and links back to the chart', async ({ page }) => {
    await mockPlayer(page)
    await visit(page, '/charts#most-dropped')
    await play(page, 1)
    const bar = playerOf(page)
    await expect(bar.getByText(/^2 of \d+$/)).toBeVisible()
    await page.getByRole('tab', { name: 'Most Followed' }).click()
    await bar.getByRole('link', { name: 'All Timers' }).click()
    await expect(page.getByRole('tab', { name: 'All Timers', selected: true })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Playing' })).toHaveCount(1)
  })

  test('plays a drop of the feed without leaving the feed', async ({ as }) => {
    const page = await as('mira')
    await mockPlayer(page)
    await visit(page, '/feed')
    const card = page.getByRole('article', { name: /^@/ }).first()
    await card.getByRole('button', { name: /^Play Drop #\d+ by @/ }).click()
    const bar = playerOf(page)
    await expect(bar.getByText(/^1 of \d$/)).toBeVisible()
    await bar.getByRole('button', { name: 'Next track' }).click()
    await expect(bar.getByText(/^2 of \d$/)).toBeVisible()
    await expect(page).toHaveURL('/feed')
    await expect(card).toContainText('Playing')
    await card.getByRole('button', { name: /^Stop Drop #\d+ by @/ }).click()
    await expect(bar).toHaveCount(0)
  })

  test('begins again when a list is played whose first track is paused', async ({ as }) => {
    const page = await as('mira')
    await mockPlayer(page)
    await visit(page, '/kofi')
    await play(page)
    await expect(listedTracks(page).first()).toContainText('Playing')
    await sendFromPlayer(page, { position: 1000, duration: 30_000, isPaused: true })
    await expect(listedTracks(page).first()).toContainText('Paused')
    await page.getByRole('link', { name: 'Feed' }).first().click()
    await page.getByRole('button', { name: 'Play Drop #9 by @kofi' }).click()
    await expect(playerOf(page).getByRole('link', { name: 'Drop #9 by @kofi' })).toBeVisible()
    await expect(page.getByRole('article', { name: '@kofi' }).first()).toContainText('Playing')
  })

  test('plays and stops by a click on a cover, which developers have not', async ({ as, page }) => {
    await mockPlayer(page)
    await visit(page, '/kofi')
    const covers = page.locator(
      'main [aria-hidden] > img, main [aria-hidden] > [style*=radial-gradient]',
    )
    await expect(covers.nth(1)).toHaveCSS('cursor', 'pointer')
    await covers.nth(1).click()
    await expect(playingRow(page).getByText('Number 2')).toBeAttached()
    await covers.nth(1).click()
    await expect(playerOf(page)).toHaveCount(0)

    const developer = await as('devon', '/kofi')
    await developer
      .locator('main [aria-hidden] > img, main [aria-hidden] > [style*=radial-gradient]')
      .nth(1)
      .click()
    await expect(playerOf(developer)).toHaveCount(0)
    await expect(developer.getByText('Spotify preview disabled in dev mode').first()).toBeVisible()
  })

  test('goes on to the next track when one has ended', async ({ page }) => {
    await mockPlayer(page)
    await visit(page, '/kofi/drops/9')
    await play(page)
    const bar = playerOf(page)
    await expect(bar.getByRole('link', { name: 'Drop #9 by @kofi' })).toBeVisible()
    await expect(page.frameLocator('iframe').getByText('play 1')).toBeVisible()
    await sendFromPlayer(page, { position: 1000, duration: 30_000, isPaused: true })
    await expect(listedTracks(page).first()).toContainText('Paused')
    await sendFromPlayer(page, { position: 1000, duration: 30_000 })
    await expect(listedTracks(page).first()).toContainText('Playing')
    await sendFromPlayer(page, { position: 30_000, duration: 30_000 })
    await expect(bar.getByText('2 of 7')).toBeVisible()
  })

  test('is shown in the system’s media controls, whose keys go through the list', async ({
    page,
  }) => {
    await mockPlayer(page)
    await page.addInitScript(
      'window.mediaKeys = {}; navigator.mediaSession.setActionHandler = (key, run) => { mediaKeys[key] = run }',
    )
    await visit(page, '/kofi')
    const titles = await titlesOf(page)
    await pressPlay(page, titles[0])
    await expect(playerOf(page).getByText('1 of 7')).toBeVisible()
    expect(await page.evaluate('mediaKeys.previoustrack')).toBeNull()
    await page.evaluate('mediaKeys.nexttrack()')
    await expect(playerOf(page).getByText('2 of 7')).toBeVisible()
    await expect.poll(() => page.evaluate('navigator.mediaSession.metadata?.title')).toBe(titles[1])
    await page.evaluate('mediaKeys.previoustrack()')
    await expect(playerOf(page).getByText('1 of 7')).toBeVisible()
    await playerOf(page).getByRole('button', { name: 'Stop playing' }).click()
    expect(await page.evaluate('navigator.mediaSession.metadata')).toBeNull()
    expect(await page.evaluate('mediaKeys.nexttrack')).toBeNull()
  })

  test('ends on Escape unless something else is open, and returns the focus', async ({ as }) => {
    const page = await as('cedar-drift')
    await mockPlayer(page)
    await visit(page, '/home')
    const bar = playerOf(page)
    const [title = ''] = await titlesOf(page)
    await pressPlay(page, title)
    await chooseInMenu(page, 0, 'Swap track')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await openMenu(page)
    await page.keyboard.press('Escape')
    await expect(page.locator(':popover-open')).toHaveCount(0)
    await page.getByRole('button', { name: 'Account of cedar-drift' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: 'Your public page' })).toBeHidden()
    const rail = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
    await rail.getByRole('link', { name: 'Feed' }).focus()
    await expect(page.locator('[role=tooltip]')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('[role=tooltip]')).toHaveCount(0)
    await expect(bar).toBeVisible()

    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
    const button = page.getByRole('button', { name: `Play ${title}` })
    await expect(button).toBeFocused()

    await page.keyboard.press('Enter')
    await bar.getByRole('button', { name: 'Stop playing' }).click()
    await expect(button).toBeFocused()

    await page.keyboard.press('Enter')
    await navigate(page, '/charts')
    await expect(page.getByRole('heading', { name: 'Charts' })).toBeVisible()
    await bar.getByRole('button', { name: 'Stop playing' }).click()
    await expect(bar).toHaveCount(0)
    await expect(page.locator('main')).toBeFocused()
  })

  test('covers neither the navigation, nor unsaved changes, nor the end of the page', async ({
    as,
  }) => {
    const page = await as('mira')
    await mockPlayer(page)
    for (const size of [
      { width: 390, height: 844 },
      { width: 1280, height: 900 },
    ]) {
      await page.setViewportSize(size)
      await visit(page, '/home')
      await play(page, 1)
      await openMenu(page)
      await menuItem(page, 'Remove track').click()
      const bar = playerOf(page)
      const navigation = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
      const saveBar = page.getByRole('region', { name: 'Unsaved changes' })
      await expectApart(bar, navigation)
      await expectApart(bar, saveBar)
      await expectApart(bar, page.getByRole('button', { name: 'Account of mira' }))
      const lastRow = page.getByRole('button', { name: /^More for/ }).last()
      await scrollToEnd(page, lastRow)
      await expectApart(bar, lastRow)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expectApart(bar, page.getByText('Changes cancelled'))
    }
  })

  test('takes no part in a drag over it', async ({ as }) => {
    const page = await as('haruka')
    await mockPlayer(page)
    await visit(page, '/home')
    await play(page)
    const frame = page.locator('iframe')
    await expect(frame).toHaveCSS('pointer-events', 'auto')
    await untilDraggable(page)
    await page
      .getByRole('button', { name: /^Move / })
      .first()
      .hover()
    await page.mouse.down()
    await page.mouse.move(300, 400, { steps: 5 })
    await expect(frame).toHaveCSS('pointer-events', 'none')
    await page.mouse.up()
    await expect(frame).toHaveCSS('pointer-events', 'auto')
  })

  test('says when the service does not answer, and links to the song there', async ({ page }) => {
    await page.clock.install()
    await visit(page, '/kofi')
    await play(page, 1)
    const bar = playerOf(page)
    await expect(bar.getByText('2 of 7')).toBeVisible()
    await expect(listedTracks(page).nth(1)).toContainText('Loading')
    await page.clock.runFor(10_000)
    await expect(bar.getByRole('alert')).toContainText('Spotify does not answer.')
    await expect(bar.getByRole('link', { name: 'Open the track there' })).toHaveAttribute(
      'href',
      /^https:\/\/open\.spotify\.com\/track\//,
    )
    await mockPlayer(page)
    await bar.getByRole('button', { name: 'Next track' }).click()
    await expect(bar.getByText('3 of 7')).toBeVisible()
    await expect(page.frameLocator('iframe').getByText('play 1')).toBeVisible()
    await page.clock.runFor(10_000)
    await expect(bar.getByRole('alert')).toHaveCount(0)
  })

  test('says when its script cannot be downloaded, and the page stays as it is', async ({
    page,
  }) => {
    await page.route('**/assets/player-bar*.js', route => route.abort())
    await visit(page, '/kofi')
    const button = page.getByRole('button', { name: /^Play / }).first()
    const name = (await button.getAttribute('aria-label')) ?? ''
    await button.click()
    const bar = playerOf(page)
    await expect(bar.getByRole('alert')).toContainText('The player could not be loaded.')
    await expect(bar.getByRole('link', { name: 'Open the track on Spotify' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'kofi', exact: true })).toBeVisible()
    await bar.getByRole('button', { name: 'Close' }).click()
    await expect(bar).toHaveCount(0)
    await expect(page.getByRole('button', { name, exact: true })).toBeFocused()
  })

  test('is not offered without JavaScript; the menu of a row has the link to the service', async ({
    newVisitor,
  }) => {
    const page = await newVisitor({ javaScriptEnabled: false })
    await page.goto('/kofi')
    await openMenu(page)
    await expect(page.getByRole('link', { name: /^Open on Spotify: / })).toHaveAttribute(
      'href',
      /^https:\/\/open\.spotify\.com\/track\//,
    )
    await expect(page.getByRole('button', { name: /^Play / })).toHaveCount(0)
  })
})

const playerOf = (page: Page) => page.getByRole('region', { name: 'Player' })

const playingRow = (page: Page) => listedTracks(page).filter({ hasText: 'Playing' })

const titlesOf = (page: Page) =>
  page.locator('main').getByRole('listitem').getByRole('heading', { level: 2 }).allTextContents()

const pressPlay = (page: Page, title = '') =>
  page.getByRole('button', { name: `Play ${title}`, exact: true }).click()

/** Milliseconds. */
async function sendFromPlayer(
  page: Page,
  payload: { position: number; duration: number; isPaused?: boolean },
) {
  const frame = page.frames().find(each => each.url().startsWith('https://open.spotify.com/'))
  await frame?.evaluate(
    sent => parent.postMessage({ type: 'playback_update', payload: sent }, '*'),
    payload,
  )
}

/** Polls, because both may still move. */
const expectApart = (one: Locator, other: Locator) =>
  expect.poll(() => overlap(one, other), { intervals: [100], timeout: 10_000 }).toBe(false)
