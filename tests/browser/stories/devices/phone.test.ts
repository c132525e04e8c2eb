import { expect, type Locator } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { bottomOf, boxOf, cutOffTexts, overlap } from '../../measure.ts'
import { fail, mockPlayer } from '../../mock-responses.ts'
import {
  chooseInMenu,
  listedTracks,
  requestFollow,
  visit,
  visitBeforeScripts,
} from '../../page-actions.ts'

const phone = { width: 390, height: 844 }

test.describe('On a phone', () => {
  test.use({ viewport: phone, hasTouch: true })

  for (const [path, label, count] of [
    ['/kofi', 'Play the seven', 7],
    ['/kofi/drops/9', 'Play the seven', 7],
    ['/Tomasz', 'Play all three', 3],
  ] as const)
    test(`a visitor of ${path} sees who and what it is, the first song and Follow without scrolling, and hears it by one click`, async ({
      page,
    }) => {
      await mockPlayer(page)
      await visit(page, path)
      const tracks = listedTracks(page)
      for (const seen of [
        page.getByRole('heading', { level: 1 }),
        page.getByRole('button', { name: 'Follow', exact: true }).first(),
        tracks.first().getByRole('heading'),
        tracks.first().getByRole('button', { name: /^Play / }),
      ])
        expect(await bottomOf(seen)).toBeLessThan(phone.height)
      await expect(tracks).toHaveCount(count)
      expect(await bottomOf(tracks.last())).toBeLessThan(2 * phone.height)
      for (const row of (await tracks.all()).slice(1)) {
        const { height } = await boxOf(row)
        expect(height).toBeGreaterThanOrEqual(56)
        expect(height).toBeLessThanOrEqual(72)
      }

      await page.setViewportSize({ width: 390, height: 664 })
      const start = page.getByRole('button', { name: label })
      const follow = page.getByRole('button', { name: 'Follow', exact: true }).last()
      for (const button of [start, follow]) {
        const { y, height } = await boxOf(button)
        expect(height).toBe(52)
        expect(y + height).toBeLessThanOrEqual(664 - 16)
      }
      await start.click()
      await expect(start).toBeHidden()
      await expect(tracks.first()).toHaveAttribute('aria-current', 'true')
      const player = page.getByRole('region', { name: 'Player' })
      await player.getByRole('button', { name: 'Stop playing' }).click()
      await expect(start).toBeVisible()
    })

  test('a member sees the main content of a page first', async ({ as }) => {
    const newcomer = await as('newcomer', '/home')
    const places = newcomer.getByRole('button', { name: /Add (your #1|a) track to/ })
    expect(await bottomOf(places.first())).toBeLessThan(phone.height)
    await visit(newcomer, '/people#followers')
    await expect(newcomer.getByText('No followers yet')).toBeVisible()
    await expect(newcomer.getByText(/^(Download as CSV|Blocked people)$/)).toHaveCount(0)

    const mira = await as('mira', '/mira/drops/6')
    expect((await boxOf(mira.getByRole('heading', { name: 'Delivery' }))).y).toBeGreaterThan(
      await bottomOf(listedTracks(mira).last()),
    )
    await visit(mira, '/mira/drops/5')
    const heading = mira.getByRole('heading', { name: 'Delivery' })
    const panel = mira.locator('section').filter({ has: heading })
    // The panel is just above the navigation.
    await panel.evaluate(element =>
      window.scrollTo(0, element.getBoundingClientRect().bottom - 770),
    )
    // A click anywhere in the line opens it: the button extends over it.
    await heading.click({ force: true })
    await expect(mira.getByRole('button', { name: 'Details' })).toHaveAttribute(
      'aria-expanded',
      'true',
    )
    const bars = await boxOf(mira.getByRole('navigation', { name: 'Main' }))
    await expect.poll(() => bottomOf(panel)).toBeLessThanOrEqual(bars.y)
    await visit(mira, '/mira/drops')
    expect(await bottomOf(mira.getByRole('heading', { name: 'Drop #6' }))).toBeLessThan(
      phone.height,
    )
    expect((await boxOf(mira.getByText('From drop to drop'))).y).toBeLessThan(
      (await boxOf(mira.getByRole('heading', { name: 'Drop #6' }))).y,
    )
    await visit(mira, '/feed')
    // From Friday to Sunday the record of the week is first.
    const [first, second] = await mira.getByRole('feed').getByRole('article').all()
    if (!first || !second) throw new Error('The feed is empty')
    expect(await bottomOf(first)).toBeLessThan((await boxOf(second)).y)
    expect((await boxOf(first)).y).toBeLessThan(phone.height / 3)
    await visit(mira, '/people')
    const followed = mira.getByRole('listitem').filter({ hasText: 'Followed on' })
    expect((await boxOf(followed.first())).y).toBeLessThan(phone.height / 2)
    expect(await bottomOf(followed.last())).toBeLessThan(
      (await boxOf(mira.getByRole('heading', { name: 'Close to your seven' }))).y,
    )
    await visit(mira, '/charts')
    const ranked = mira.getByRole('tabpanel').getByRole('listitem')
    expect((await boxOf(ranked.first())).y).toBeLessThan(phone.height / 2)
    expect(await bottomOf(ranked.last())).toBeLessThan(
      (await boxOf(mira.getByRole('region', { name: 'Find members' }))).y,
    )
    await visit(mira, '/settings')
    expect(await bottomOf(mira.locator('summary').last())).toBeLessThan(
      (await boxOf(mira.getByRole('button', { name: 'Logout' }))).y,
    )
  })

  test('a visitor of a drop can follow it at its top, after the last track, and in the bar at the lower edge', async ({
    page,
  }) => {
    await visit(page, '/kofi/drops/9')
    const buttons = page.locator('main').getByRole('button', { name: /^(Follow|Share)$/ })
    await expect(buttons).toHaveText(['Follow', 'Share', 'Follow', 'Follow'])
    const last = await boxOf(listedTracks(page).last())
    expect((await boxOf(buttons.nth(2))).y).toBeGreaterThan(last.y + last.height)
  })

  test('a member hears a friend’s list by one click above the navigation, and follows beside it', async ({
    as,
  }) => {
    for (const [username, path, follows] of [
      ['mira', '/kofi', true],
      ['boss', '/kofi', false],
      ['kofi', '/kofi', true],
    ] as const) {
      const page = await as(username)
      await page.setViewportSize({ width: 390, height: 664 })
      await mockPlayer(page)
      await visit(page, path)
      const start = page.getByRole('button', { name: 'Play the seven' })
      const bar = start.locator('..')
      const navigation = page.getByRole('navigation', { name: 'Main' })
      expect(await bottomOf(start)).toBeLessThan((await boxOf(navigation)).y)
      await expect(bar.getByRole('button', { name: /^Follow/ })).toHaveCount(follows ? 0 : 1)
      if (!follows) {
        await bar.getByRole('button', { name: 'Follow' }).click()
        await expect(bar.getByRole('button', { name: 'Following' })).toBeVisible()
        // Other stories count the followers of kofi.
        await page.evaluate(() => fetch('/api/users/kofi/followers', { method: 'DELETE' }))
      }
      await start.click()
      await expect(start).toBeHidden()
      await expect(listedTracks(page).first()).toHaveAttribute('aria-current', 'true')
    }
  })

  test('a click on Play at the lower edge counts before the page is ready', async ({ page }) => {
    await mockPlayer(page)
    const arrive = await visitBeforeScripts(page, '/kofi')
    await page.getByRole('button', { name: 'Play the seven' }).click()
    await arrive()
    await expect(listedTracks(page).first()).toHaveAttribute('aria-current', 'true')
  })

  test('names break after _ and - alone, and the button is beside the name or below it', async ({
    page,
  }) => {
    for (const [name, leastWidth] of [
      ['kofi', 320],
      ['the-night-bus', 390],
      ['Wolfeschlegelsteinhausen-Jones', Number.POSITIVE_INFINITY],
    ] as const) {
      await visit(page, `/${name}`)
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 844 })
        const isBeside = width >= leastWidth
        const heading = page.getByRole('heading', { level: 1, name })
        const follow = await boxOf(page.getByRole('button', { name: 'Follow' }).first())
        expect(follow.y < (await bottomOf(heading)), `${name} at ${width}`).toBe(isBeside)
        if (!isBeside) expect(follow.width).toBe(width - 32)
        const lines = await heading.evaluate(element => {
          const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
          const counts: number[] = []
          while (words.nextNode()) {
            const range = document.createRange()
            range.selectNodeContents(words.currentNode)
            counts.push(range.getClientRects().length)
          }
          return counts
        })
        // A word that is longer than the page is wide has to break.
        if (width > 320 || name.length < 20) expect(new Set(lines)).toEqual(new Set([1]))
      }
    }
  })

  test('titles of the list on the front page are not cut off', async ({ page }) => {
    await visit(page, '/')
    await expect(page.locator('main').getByRole('listitem').first()).toBeVisible()
    expect(await cutOffTexts(page)).toEqual([])
  })

  test('the button that says to check the email is in the place of Follow', async ({ page }) => {
    await visit(page, '/kofi')
    const follow = page.getByRole('button', { name: 'Follow', exact: true }).first()
    const before = await boxOf(follow)
    await requestFollow(page, 'same-place@post.test')
    const asked = page.getByRole('button', { name: 'Check your email' }).first()
    const after = await boxOf(asked)
    expect(after.y).toBe(before.y)
    expect(after.x + after.width).toBeCloseTo(before.x + before.width, 0)
    expect(after.height).toBe(before.height)
  })

  test('a member sees the whole list and DROP on the day of a drop, and one bar alone while it is not saved', async ({
    as,
  }) => {
    const page = await as('amber-static', '/home')
    const drop = page.getByRole('button', { name: 'DROP', exact: true })
    await expect(drop).toHaveCount(1)
    const { y, height } = await boxOf(drop)
    expect(y).toBeGreaterThan(phone.height / 2)
    expect(y + height).toBeLessThan(phone.height - 64)
    expect(await bottomOf(page.getByRole('article').last())).toBeLessThan(y)
    await chooseInMenu(page, 1, 'Move up')
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible()
    await expect(page.getByRole('article').filter({ hasText: /saved/i })).toHaveCount(0)
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Changes saved')).toBeVisible()
    await expect(drop).toBeFocused()
  })

  test('a toast covers neither header, navigation nor the bar of unsaved changes, nor the buttons of a dialog', async ({
    as,
  }) => {
    const page = await as('mira', '/home')
    const toast = page.locator('[data-sonner-toast][data-front=true]')
    const bar = page.getByRole('region', { name: 'Unsaved changes' })
    const removeOne = () => chooseInMenu(page, 0, 'Remove track')
    await removeOne()
    await bar.getByRole('button', { name: 'Cancel' }).click()
    await expect(toast).toBeVisible()
    await removeOne()
    const pinned = [bar, page.getByRole('banner'), page.getByRole('navigation', { name: 'Main' })]
    for (const each of pinned) expect(await overlapAtRest(toast, each)).toBe(false)
    await bar.getByRole('button', { name: 'Cancel' }).click()

    await fail(page, '**/api/drops')
    await page.getByRole('button', { name: 'DROP' }).click()
    const dialog = page.getByRole('dialog', { name: 'Drop your Radr' })
    await dialog.getByRole('button', { name: 'Drop it' }).click()
    await expect(toast.getByText('Failed to drop')).toBeVisible()
    expect(await overlapAtRest(toast, dialog)).toBe(false)
  })

  test('the note of a drop opens no keyboard by itself, which then covers neither it nor its button', async ({
    as,
  }) => {
    const page = await as('mira')
    // A keyboard makes the visual viewport alone smaller.
    await page.addInitScript(() => {
      const view = Object.assign(new EventTarget(), { offsetTop: 0, height: 844, scale: 1 })
      Object.defineProperty(window, 'visualViewport', { value: view })
    })
    await visit(page, '/home')
    const drop = page.getByRole('button', { name: 'DROP', exact: true })
    await drop.tap()
    const dialog = page.getByRole('dialog', { name: 'Drop your Radr' })
    await expect(dialog).toBeFocused()
    const note = dialog.getByRole('textbox')
    await note.tap()
    await expect(note).toBeFocused()
    await page.evaluate(() => {
      Object.assign(window.visualViewport ?? {}, { height: 420 })
      window.visualViewport?.dispatchEvent(new Event('resize'))
    })
    const button = dialog.getByRole('button', { name: 'Drop it' })
    await expect.poll(() => bottomOf(button)).toBeLessThan(420)
    await expect.poll(() => bottomOf(note)).toBeLessThan((await boxOf(button)).y)
    expect((await boxOf(note)).y).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await expect(drop).toBeFocused()
  })

  test('nothing moves when a track begins to sound', async ({ as }) => {
    const page = await as('mira')
    await mockPlayer(page)
    for (const [path, name] of [
      ['/feed', /^Play Drop #\d+ by @Wolf/],
      ['/feed', 'Play The record of the week'],
      ['/home', 'Play June Love'],
      ['/kofi', /^Play .+ Love You/],
      ['/charts#trending-tracks', 'Play Nothing Compares 2 U'],
    ] as const) {
      await visit(page, path)
      const button = page.locator('main').getByRole('button', { name }).first()
      await button.waitFor()
      const heightsOf = () =>
        page
          .locator('main :is(article, li)')
          .evaluateAll(rows => rows.map(row => row.getBoundingClientRect().height))
      const before = await heightsOf()
      await button.click()
      await expect(page.locator('main').getByText(/^(Loading|Playing)$/)).toHaveCount(1)
      await expect(page.locator('main').getByText('Playing', { exact: true })).toHaveCount(1)
      // A feed may have loaded more rows below these.
      expect((await heightsOf()).slice(0, before.length)).toEqual(before)
    }
  })

  test('rows of a chart are 72 px high, with whole names, room for longer words, and menus in one column', async ({
    page,
  }) => {
    await visit(page, '/charts')
    const rows = page.getByRole('main').getByRole('listitem')
    await expect(rows.filter({ hasText: '@Wolfeschlegelsteinhausen-Jones' })).toBeVisible()
    for (const row of await rows.all()) expect((await boxOf(row)).height).toBe(72)
    expect(await cutOffTexts(page)).toEqual([])
    // The browser's translation puts longer words into the rows.
    const covered = await rows.evaluateAll(
      all =>
        all.flatMap(row => {
          const buttons = [...row.querySelectorAll('button')].map(each =>
            each.getBoundingClientRect(),
          )
          return [...row.querySelectorAll('p span')].filter(text => {
            text.textContent = `${text.textContent.replace(/\D/g, '')} Veröffentlichungen insgesamt`
            const range = document.createRange()
            range.selectNodeContents(text)
            return [...range.getClientRects()].some(line =>
              buttons.some(
                button =>
                  line.left < button.right &&
                  line.right > button.left &&
                  line.top < button.bottom &&
                  line.bottom > button.top,
              ),
            )
          })
        }).length,
    )
    expect(covered).toBe(0)

    await visit(page, '/charts#trending-tracks')
    const menus = page.getByRole('button', { name: /^More for / })
    await expect(menus.first()).toBeVisible()
    const lefts = await menus.evaluateAll(all => all.map(each => each.getBoundingClientRect().x))
    expect(new Set(lefts).size).toBe(1)
  })
})

/** Whether the elements overlap once both are where their animations end. */
async function overlapAtRest(...elements: [Locator, Locator]) {
  for (const element of elements)
    await element.evaluate(each =>
      Promise.all(each.getAnimations({ subtree: true }).map(({ finished }) => finished)),
    )
  return overlap(...elements)
}
