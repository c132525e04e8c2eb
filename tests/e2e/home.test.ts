import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answer, hang } from '../../scripts/screens-visit.ts'
import { newPerson } from './browser.ts'
import { readOutbox } from './mail-reader.ts'
import { type LivelyApp, startLivelyApp } from './seeded-app.ts'

let app: LivelyApp
beforeAll(async () => {
  app = await startLivelyApp()
})
afterAll(() => app.stop())

const link = (id: string) => `https://open.spotify.com/track/${id}`
const unknown = link('0VjIjW4GlUZAMYd2vXMi3b')

describe('Editing a list', () => {
  test('takes only links to tracks, and none twice', async () => {
    const page = await app.open('/home', 'the-night-bus')
    expect(await page.title()).toBe('Home - Radr')
    await page.getByText("Edit your Radr's tracks below").waitFor()
    const own = await page.locator('article').nth(1).getByRole('link').getAttribute('href')
    const dialog = page.getByRole('dialog', { name: 'Add Track to Radr' })
    const field = dialog.getByRole('textbox')
    const add = dialog.getByRole('button', { name: 'Add track' })
    await page
      .getByRole('button', { name: /Add a track to your Radr/ })
      .first()
      .click()
    expect(await add.isDisabled()).toBe(true)
    await field.fill('https://open.spotify.com/album/1')
    await dialog.getByText('Invalid Spotify URL. Please enter a valid Spotify track URL').waitFor()
    expect(await add.isDisabled()).toBe(true)

    await field.fill(`${own}?si=1`)
    await add.click()
    await page.getByText('Oops! Looks like you already have that track on your Radr').waitFor()
    const marked = page.locator('article.border-danger')
    await marked.and(page.locator('article').nth(1)).waitFor()
    const since = Date.now()
    await marked.waitFor({ state: 'detached' })
    expect(Date.now() - since).toBeGreaterThan(1500)
    expect(await page.locator('article').count()).toBe(4)
  })

  test('keeps changes here until they are saved, takes them back, and warns before they are lost', async () => {
    const page = await app.open('/home', 'haruka')
    const before = await titles(page)
    expect(before).toHaveLength(7)
    await page.getByRole('button', { name: 'Remove track' }).nth(2).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await titles(page)).toEqual(before)
    await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'hidden' })

    await page.getByRole('button', { name: 'Remove track' }).nth(2).click()
    await page.getByRole('button', { name: 'Save changes' }).waitFor()
    const asked = page.waitForEvent('dialog')
    await page.evaluate('void setTimeout(() => location.reload())')
    expect((await asked).type()).toBe('beforeunload')
    await (await asked).dismiss()
    expect(await titles(page)).toHaveLength(6)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Changes cancelled').waitFor()
    await page.getByText('Reverted to original Radr').waitFor()
    expect(await titles(page)).toEqual(before)
    await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'hidden' })
  })

  test('ends at seven tracks', async () => {
    const page = await app.open('/home', 'Wolfeschlegelsteinhausen-Jones')
    expect(await titles(page)).toHaveLength(7)
    expect(await page.getByRole('button', { name: /Add a track/ }).count()).toBe(0)
    await page.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', ${JSON.stringify(unknown)})
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    }`)
    await page.getByRole('dialog').getByRole('button', { name: 'Add track' }).click()
    await page.getByText('Failed to add track').waitFor()
    await page.getByText('Make sure you have less than 7 tracks and the URL is valid').waitFor()
    expect(await titles(page)).toHaveLength(7)
  })

  test('moves tracks by menu and by keys, for those who do not drag', async () => {
    const page = await app.open('/home', 'haruka')
    const [a, b, c, ...rest] = await titles(page)
    const move = async (nth: number, to: string) => {
      await page
        .getByRole('button', { name: /^More moves/ })
        .nth(nth)
        .click()
      await page.getByRole('menuitem', { name: to }).click()
    }
    await move(2, 'Move up')
    await expect.poll(() => titles(page)).toEqual([a, c, b, ...rest])
    await move(1, 'Move down')
    await expect.poll(() => titles(page)).toEqual([a, b, c, ...rest])
    await move(2, 'Move to top')
    await expect.poll(() => titles(page)).toEqual([c, a, b, ...rest])
    await page.locator('article').first().getByText('TOP TRACK').waitFor()
    await page.getByRole('button', { name: `Move ${c}`, exact: true }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect.poll(() => titles(page)).toEqual([a, c, b, ...rest])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => titles(page)).toEqual([a, b, c, ...rest])
  })

  test('a track is taken up by more than 5 px, follows the mouse, and settles in its place', async () => {
    const page = await app.open('/home', 'haruka', each =>
      each.emulateMedia({ reducedMotion: 'no-preference' }),
    )
    const [a, b, c, ...rest] = await titles(page)
    await page.evaluate(`{
      window.moves = []
      const keep = ([{ target }]) => window.moves.push(target.style.transition)
      new MutationObserver(keep).observe(document.querySelectorAll('li:has(article)')[1], {
        attributeFilter: ['style'],
      })
    }`)
    const dragged = page.locator('li[style*="position: fixed"]')
    const handle = await boxOf(page.getByRole('button', { name: `Move ${b}`, exact: true }))
    await page.mouse.move(handle.x, handle.y)
    await page.mouse.down()
    await page.mouse.move(handle.x, handle.y + 4)
    await page.evaluate('new Promise(requestAnimationFrame)')
    expect(await dragged.count()).toBe(0)
    await page.mouse.move(handle.x, handle.y + 12)
    await dragged.waitFor()
    const below = await boxOf(page.getByRole('button', { name: `Move ${c}`, exact: true }))
    await page.mouse.move(handle.x, below.y + 8, { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => titles(page)).toEqual([a, c, b, ...rest])
    await dragged.waitFor({ state: 'detached' })
    const settling = (await page.evaluate<string[]>('window.moves'))
      .flatMap(
        each => /transform (0?\.\d+)s cubic-bezier\(0?\.2, 1, 0?\.1, 1\)/.exec(each)?.[1] ?? [],
      )
      .map(Number)
    expect(settling.length).toBeGreaterThan(0)
    for (const seconds of settling) {
      expect(seconds).toBeGreaterThanOrEqual(0.33)
      expect(seconds).toBeLessThanOrEqual(0.55)
    }
  })

  test('shows the live list in a new tab, and players of 80 px', async () => {
    const page = await app.open('/home', 'haruka', each =>
      each.route('https://open.spotify.com/**', route => route.fulfill({ body: 'a player' })),
    )
    await page
      .getByRole('button', { name: /^Play / })
      .first()
      .click()
    await expect.poll(async () => (await page.locator('iframe').boundingBox())?.height).toBe(80)
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Live Radr' }).click(),
    ])
    await tab.waitForURL('**/haruka')
    expect(await tab.title()).toBe('The Radr - haruka')
  })

  test('says what could not be saved and keeps it', async () => {
    const page = await app.open('/home', 'ines_b', answer('**/api/tracks/*', { message: '' }, 500))
    await page.getByRole('button', { name: 'Remove track' }).first().click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to delete track' })
    await alert.getByText('Failed to save changes').waitFor()
    await page.getByText('Please try again later', { exact: true }).waitFor()
    expect(await titles(page)).toHaveLength(4)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Changes saved', { exact: true }).waitFor()
    await page.getByText('Your Radr has been updated successfully').waitFor()
  })
})

describe('The drop button', () => {
  test('counts down days, then hours, and says when the next drop opens', async () => {
    const page = await app.open('/home', 'waiting')
    await page.getByRole('button', { name: /^Drop available in 5 days$/ }).click()
    await page
      .getByText(
        /^The stage ain't ready yet\. You've gotta wait 7 days between drops\. Your next one unlocks on [A-Z][a-z]{2} \d{1,2}, \d{4} at \d{1,2}:\d{2} [AP]M\.$/,
      )
      .waitFor()
    const soon = await app.open('/home', 'nearly')
    await soon.getByRole('button', { name: /^Drop available in 0\d:\d{2}:\d{2}$/ }).waitFor()
  })

  test('waits while it does not know', async () => {
    const page = await app.arrive('/home', 'waiting', hang('**/api/drops/check-weekly-limit'))
    await page.getByRole('button', { name: 'WAIT' }).waitFor()
  })

  test('is blocked by unsaved changes', async () => {
    const page = await app.open('/home', 'mira')
    await page.getByRole('button', { name: 'Remove track' }).last().click()
    await page.getByRole('button', { name: 'DROP', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Your Radr has unsaved changes' })
    await dialog.getByText('Save or cancel your changes before dropping').waitFor()
    expect(await dialog.getByRole('textbox').count()).toBe(0)
  })

  test('takes a note of 150 characters and says why a drop failed', async () => {
    const page = await app.open('/home', 'mira', each =>
      each.route('**/api/drops', route =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 500, json: { message: '' } })
          : route.continue(),
      ),
    )
    await page.getByRole('button', { name: 'DROP', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Drop your Radr' })
    const note = dialog.getByRole('textbox')
    await note.fill('x'.repeat(135))
    await dialog.locator('span.text-muted.tabular-nums', { hasText: '135/150' }).waitFor()
    await note.fill('x'.repeat(136))
    await dialog.locator('span.text-warn', { hasText: '136/150' }).waitFor()
    await note.fill('x'.repeat(160))
    await dialog.locator('span.text-danger', { hasText: '150/150' }).waitFor()
    expect(await note.inputValue()).toHaveLength(150)
    await dialog.getByRole('button', { name: 'Drop it' }).click()
    await page.getByText('Failed to drop', { exact: true }).waitFor()
    await page.getByText('Something went wrong. Please try again.', { exact: true }).waitFor()
  })

  test('goes with a drop and comes back when changes are saved', async () => {
    const page = await app.open('/home', 'dropper')
    const button = page.getByRole('button', { name: /^DROP$|^Drop available/ })
    await page.getByRole('link', { name: '0 drops' }).waitFor()
    await button.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Drop it' }).click()
    await page.getByText('Drop successful!').waitFor()
    await page.getByText('Boom!').waitFor()
    await button.waitFor({ state: 'hidden' })
    expect(await stored(page, 'dropButtonHidden')).toBe('true')
    expect(await stored(page, 'dropSuccessful')).toBe('true')
    await page.evaluate('window.beforeReload = true')
    await page.getByRole('link', { name: '1 drop' }).click()
    await page.getByRole('link', { name: /^Drop #1/ }).waitFor()
    await expect.poll(() => page.evaluate('window.beforeReload').catch(() => true)).toBe(undefined)
    await expect.poll(() => stored(page, 'dropSuccessful').catch(() => '')).toBe('false')

    await page.goto(`${app.url}/home`)
    await page.getByRole('button', { name: 'Remove track' }).last().click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('button', { name: /^Drop available in 7 days$/ }).waitFor()
    expect(await stored(page, 'dropButtonHidden')).toBe(null)
  })
})

test('A dev member is sent a test drop, publishes nothing by it, and sees no players', async () => {
  const page = await app.open('/home', 'devon')
  await page.getByText('Spotify preview disabled in dev mode').first().waitFor()
  expect(await page.getByRole('button', { name: /^Play / }).count()).toBe(0)
  await page.getByRole('button', { name: 'Drop Test' }).click()
  const dialog = page.getByRole('dialog', { name: 'Test Drop' })
  await dialog.getByRole('textbox').fill('Only for me')
  await dialog.getByRole('button', { name: 'Send test drop' }).click()
  await page.getByText('Test Drop Complete!').waitFor()
  await page.getByText('Check your email inbox...').waitFor()
  const reader = readOutbox((await newPerson(app.browser)).page, app.outbox)
  expect((await reader.find('devon@mail.test', /drop/i)).text).toContain('Only for me')
  await page.getByRole('link', { name: '1 drop', exact: true }).waitFor()

  const other = await app.open('/home', 'mira')
  await other.getByRole('button', { name: 'DROP', exact: true }).waitFor()
  expect(await other.getByRole('button', { name: 'Drop Test' }).count()).toBe(0)
})

const stored = (page: Page, key: string) => page.evaluate(`localStorage.getItem('${key}')`)

async function titles(page: Page) {
  await page.locator('article h2').first().waitFor()
  return page.locator('article h2').allTextContents()
}

/** The middle of it, on the page as it stands. */
async function boxOf(one: Locator) {
  await one.scrollIntoViewIfNeeded()
  const box = await one.boundingBox()
  if (!box) throw new Error('It is not to be seen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
