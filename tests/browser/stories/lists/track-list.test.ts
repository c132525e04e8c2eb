import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { boxOf } from '../../measure.ts'
import { respond } from '../../mock-responses.ts'
import {
  chooseInMenu,
  colorOf,
  editedTitles,
  menuItem,
  openAddDialog,
  openMenu,
  pasteAnywhere,
  pauseClock,
  play,
  runUntilVisible,
  untilDraggable,
  visit,
  visitBeforeScripts,
} from '../../page-actions.ts'

const newTrack = 'https://open.spotify.com/track/0VjIjW4GlUZAMYd2vXMi3b'

async function openList(page: Page): Promise<string[]> {
  await visit(page, '/home')
  await expect(editedTitles(page).first()).toBeVisible()
  return editedTitles(page).allTextContents()
}

test.describe('Editing a list', () => {
  test('accepts only links to tracks, and marks a track that is in the list already', async ({
    as,
  }) => {
    const page = await as('the-night-bus')
    await page.clock.install()
    await visit(page, '/home')
    await expect(page).toHaveTitle('Home - Radr')
    await expect(page.getByText("Edit your Radr's tracks below")).toBeVisible()
    const cards = page.getByRole('article')
    await openMenu(page, 1)
    const own = await menuItem(page, 'Open on Spotify').getAttribute('href')
    await page.keyboard.press('Escape')
    const color = () => colorOf(cards.nth(1), 'borderTopColor')
    const unmarked = await color()
    const { dialog, field } = await openAddDialog(page)
    const add = dialog.getByRole('button', { name: 'Add track' })
    await expect(add).toBeDisabled()
    await field.fill('https://open.spotify.com/album/1')
    await expect(
      dialog.getByText('Invalid Spotify URL. Please enter a valid Spotify track URL'),
    ).toBeVisible()
    await expect(add).toBeDisabled()

    await field.fill(`${own}?si=1`)
    await expect(add).toBeEnabled()
    await pauseClock(page)
    await add.click()
    await expect.poll(color).not.toBe(unmarked)
    const marked = await color()
    await page.clock.runFor(2900)
    expect(await color()).toBe(marked)
    await page.clock.runFor(200)
    await expect.poll(color).toBe(unmarked)
    await runUntilVisible(
      page,
      page.getByText('Oops! Looks like you already have that track on your Radr'),
    )
    await expect(cards).toHaveCount(4)
  })

  test('stays in the browser until it is saved, also when the page is loaded again, and can be cancelled', async ({
    as,
  }) => {
    const page = await as('haruka')
    const before = await openList(page)
    expect(before).toHaveLength(7)
    const save = page.getByRole('button', { name: 'Save changes' })
    await chooseInMenu(page, 2, 'Remove track')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(editedTitles(page)).toHaveText(before)
    await expect(save).toBeHidden()

    await chooseInMenu(page, 2, 'Remove track')
    await expect(save).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
    await page.reload()
    await expect(editedTitles(page)).toHaveCount(6)
    await expect(page.getByRole('button', { name: 'Undo' })).not.toBeFocused()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Changes cancelled')).toBeVisible()
    await expect(page.getByText('Reverted to original Radr')).toBeVisible()
    await expect(editedTitles(page)).toHaveText(before)
    await expect(save).toBeHidden()
  })

  test('is saved by a button that no toast covers or moves, on a narrow and a wide page', async ({
    as,
  }) => {
    const page = await as('haruka')
    await page.clock.install()
    await openList(page)
    const toast = page.locator('[data-sonner-toast]')
    const bar = page.getByRole('region', { name: 'Unsaved changes' })
    for (const width of [1199, 1200]) {
      await page.setViewportSize({ width, height: 800 })
      await chooseInMenu(page, 2, 'Remove track')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(toast).toBeVisible()
      await chooseInMenu(page, 2, 'Remove track')
      // Waits for the end of its animation.
      await bar.click({ trial: true })
      const besideToast = await boxOf(bar)
      const { x, y, height } = await boxOf(toast)
      expect(x > besideToast.x + besideToast.width || y + height < besideToast.y).toBe(true)
      await page.clock.fastForward('00:10')
      await expect(toast).toBeHidden()
      expect(await boxOf(bar)).toEqual(besideToast)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.clock.fastForward('00:10')
      await expect(toast).toBeHidden()
    }
  })

  test('ends at seven tracks', async ({ as }) => {
    const page = await as('Wolfeschlegelsteinhausen-Jones')
    expect(await openList(page)).toHaveLength(7)
    await expect(page.getByRole('button', { name: /Add a track/ })).toHaveCount(0)
    await pasteAnywhere(page, newTrack)
    await page.getByRole('dialog').getByRole('button', { name: 'Add track' }).click()
    await expect(page.getByText('Failed to add track')).toBeVisible()
    await expect(
      page.getByText('Make sure you have less than 7 tracks and the URL is valid'),
    ).toBeVisible()
    await expect(editedTitles(page)).toHaveCount(7)
  })

  test('moves tracks by menu', async ({ as }) => {
    const page = await as('haruka')
    const [a = '', b = '', c = '', ...rest] = await openList(page)
    const move = async (nth: number, to: string) => {
      await openMenu(page, nth)
      await menuItem(page, to).click()
    }
    await move(2, 'Move up')
    await expect(editedTitles(page)).toHaveText([a, c, b, ...rest])
    await move(1, 'Move down')
    await expect(editedTitles(page)).toHaveText([a, b, c, ...rest])
    await move(2, 'Move to top')
    await expect(editedTitles(page)).toHaveText([c, a, b, ...rest])
    await expect(page.getByRole('article').first().getByText('TOP TRACK')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(editedTitles(page)).toHaveText([a, b, c, ...rest])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(editedTitles(page)).toHaveText([c, a, b, ...rest])
  })

  test('takes a track that is released above the list as the first, and below it as the last', async ({
    as,
  }) => {
    const page = await as('haruka')
    const [a = '', b = '', c = '', ...rest] = await openList(page)
    await untilDraggable(page)
    const drag = async (title: string, to: string, distance: number) => {
      const from = await centerOf(page.getByRole('button', { name: `Move ${title}`, exact: true }))
      const { y } = await centerOf(page.getByRole('button', { name: `Move ${to}`, exact: true }))
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(from.x, y, { steps: 5 })
      await page.mouse.move(from.x, y + distance, { steps: 5 })
      await page.mouse.up()
    }
    await drag(c, a, -130)
    await expect(editedTitles(page)).toHaveText([c, a, b, ...rest])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await drag(a, rest.at(-1) ?? '', 130)
    await expect(editedTitles(page)).toHaveText([b, c, ...rest, a])
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  test('starts dragging a track after 5 px, follows the mouse, and animates it into its place', async ({
    as,
  }) => {
    const page = await as('haruka')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const [a = '', b = '', c = '', ...rest] = await openList(page)
    await untilDraggable(page)
    const transitions = await page.evaluateHandle(() => {
      const seen: string[] = []
      const item = document.querySelectorAll<HTMLElement>('li:has(article)')[1]
      if (!item) throw new Error('The list is too short')
      const observer = new MutationObserver(() => seen.push(item.style.transition))
      observer.observe(item, { attributeFilter: ['style'] })
      return seen
    })
    const dragged = page.locator('li[style*="position: fixed"]')
    const handle = await centerOf(page.getByRole('button', { name: `Move ${b}`, exact: true }))
    await page.mouse.move(handle.x, handle.y)
    await page.mouse.down()
    await page.mouse.move(handle.x, handle.y + 4)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await expect(dragged).toHaveCount(0)
    await page.mouse.move(handle.x, handle.y + 12)
    await expect(dragged).toBeVisible()
    const below = await centerOf(page.getByRole('button', { name: `Move ${c}`, exact: true }))
    await page.mouse.move(handle.x, below.y + 8, { steps: 5 })
    await page.mouse.up()
    await expect(editedTitles(page)).toHaveText([a, c, b, ...rest])
    await expect(dragged).toHaveCount(0)
    const durations = (await transitions.jsonValue())
      .flatMap(
        each => /transform (0?\.\d+)s cubic-bezier\(0?\.2, 1, 0?\.1, 1\)/.exec(each)?.[1] ?? [],
      )
      .map(Number)
    expect(durations.length).toBeGreaterThan(0)
    for (const seconds of durations) {
      expect(seconds).toBeGreaterThanOrEqual(0.33)
      expect(seconds).toBeLessThanOrEqual(0.55)
    }
  })

  test('tells screen readers the number among the tracks that are left, while one is dragged', async ({
    as,
  }) => {
    const page = await as('haruka')
    const [, , c = ''] = await openList(page)
    await untilDraggable(page)
    await chooseInMenu(page, 0, 'Remove track')
    const announced = page.getByRole('region', { name: 'Tracks' }).getByRole('status').first()
    await page.getByRole('button', { name: `Move ${c}`, exact: true }).focus()
    await page.keyboard.press('Space')
    await expect(announced).toHaveText(`Lifted ${c}, number 2.`)
    await page.keyboard.press('ArrowDown')
    await expect(announced).toHaveText('Number 3.')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(announced).toHaveText('Number 1.')
    await expect(page.getByRole('article').filter({ hasText: c })).toContainText(
      'Number 1TOP TRACK',
    )
    await page.keyboard.press('Space')
    await expect(announced).toHaveText('Now number 1. Not saved yet.')
    await expect(page.locator('[id^="rfd-announcement"]')).toBeEmpty()
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  test('has the menu of a row that is opened before the script has come', async ({ as }) => {
    const page = await as('haruka')
    const arrive = await visitBeforeScripts(page, '/home')
    await openMenu(page)
    const menu = page.locator(':popover-open')
    await expect(menu).toBeVisible()
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('article *, :popover-open')].map(element => {
          const { x, y, width, height } = element.getBoundingClientRect()
          return [x, y, width, height]
        }),
      )
    const before = await places()
    await arrive()
    await untilDraggable(page)
    await expect(menuItem(page, 'Swap track')).toBeVisible()
    await expect(page.getByRole('button', { name: /^More for / }).first()).toBeFocused()
    expect(await places()).toEqual(before)
  })

  test('has one stop for Tab in each row, and arrow keys between its controls', async ({ as }) => {
    const page = await as('haruka')
    const [a = '', b = ''] = await openList(page)
    await untilDraggable(page)
    const focused = (title: string, name: string) =>
      expect(
        page.getByRole('toolbar', { name: title, exact: true }).getByRole('button', { name }),
      ).toBeFocused()
    await page.getByRole('button', { name: `Move ${a}`, exact: true }).focus()
    await page.keyboard.press('Tab')
    await focused(b, `Move ${b}`)
    await page.keyboard.press('End')
    await focused(b, `More for ${b}`)
    await page.keyboard.press('ArrowLeft')
    await focused(b, `Play ${b}`)
    await page.keyboard.press('Shift+Tab')
    await focused(a, `Move ${a}`)
    await page.keyboard.press('Tab')
    await focused(b, `Play ${b}`)
    await page.keyboard.press('Home')
    await focused(b, `Move ${b}`)
    // The arrows do not move the focus while a track is dragged.
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await focused(b, `Move ${b}`)
    await page.keyboard.press('Escape')
  })

  test('shows players of 80 px, and opens the public list in a new tab', async ({ as }) => {
    const page = await as('haruka')
    await page.route('https://open.spotify.com/**', route => route.fulfill({ body: 'a player' }))
    await visit(page, '/home')
    await play(page)
    await expect.poll(async () => (await page.locator('iframe').boundingBox())?.height).toBe(80)
    const popup = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Live Radr' }).click()
    await expect(await popup).toHaveURL('/haruka')
    await expect(await popup).toHaveTitle('The Radr - haruka')
  })

  test('says what was saved and what was not, and keeps the rest', async ({ as }) => {
    const page = await as('cedar-drift')
    await respond(page, '**/api/tracks/*', { message: '' }, 500)
    const before = await openList(page)
    const save = page.getByRole('button', { name: 'Save changes' })
    await chooseInMenu(page, 0, 'Remove track')
    await save.click()
    const alert = page.getByRole('alert')
    await expect(alert.getByText('Failed to delete track')).toBeVisible()
    await expect(alert.getByText('Failed to save changes')).toBeVisible()
    await expect(page.getByText('Please try again later', { exact: true })).toBeVisible()
    await expect(editedTitles(page)).toHaveCount(before.length - 1)

    await page.unrouteAll()
    await respond(page, '**/api/tracks/rank', { message: '' }, 500)
    await chooseInMenu(page, 0, 'Move down')
    await save.click()
    await expect(alert.getByText('Some changes could not be saved')).toBeVisible()
    await expect(alert.getByText('Failed to reorder tracks')).toBeVisible()
    await expect(alert.getByText('An error occurred while saving changes')).toBeVisible()

    await page.unrouteAll()
    await chooseInMenu(page, 0, 'Remove track')
    // With Caps Lock the key is a capital letter.
    await page.keyboard.press('Control+S')
    await expect(page.getByText('Changes saved', { exact: true })).toBeVisible()
    await expect(page.getByText('Your Radr has been updated successfully').last()).toBeVisible()
    await expect(editedTitles(page)).toHaveCount(before.length - 2)
  })
})

async function centerOf(element: Locator) {
  await element.scrollIntoViewIfNeeded()
  const { x, y, width, height } = await boxOf(element)
  return { x: x + width / 2, y: y + height / 2 }
}
