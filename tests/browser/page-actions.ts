import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { hold } from './mock-responses.ts'

/** Opens a page and waits until its script has taken over. */
export async function visit(page: Page, path: string) {
  await page.goto(path)
  await untilHydrated(page)
}

/** Opens a page whose scripts are on their way; returns what lets them arrive. */
export async function visitBeforeScripts(page: Page, path: string) {
  const arrive = await hold(page, '**/assets/*.js')
  await page.goto(path, { waitUntil: 'commit' })
  return async () => {
    arrive()
    await untilHydrated(page)
  }
}

/** Waits until the tracks of the list can be dragged: what does that is loaded after hydration. */
export async function untilDraggable(page: Page) {
  const handle = page.getByRole('button', { name: /^Move / }).first()
  await expect(handle).toHaveAccessibleDescription(/^Press space bar to start a drag/)
}

/** Goes to a page inside the app, so that the browser requests the page's data itself. */
export async function navigate(page: Page, path: string) {
  await page.evaluate(to => void window.navigation.navigate(to, { info: 'app' }), path)
}

/** Chooses a picture in the settings. */
export async function choosePicture(page: Page) {
  const create = { width: 900, height: 600, channels: 3, background: '#3f8f7a' } as const
  const buffer = await sharp({ create }).png().toBuffer()
  const file = { name: 'me.png', mimeType: 'image/png', buffer }
  await page.locator('input[type=file]').setInputFiles(file)
}

/** Stops the clock of a page that has one of its own (`page.clock.install`); it then runs only when it is told to. */
export const pauseClock = (page: Page) => page.clock.pauseAt(Date.now() + 60_000)

/** Runs the page's clock in small steps until the element is there. */
export async function runUntilVisible(page: Page, element: Locator) {
  while ((await element.count()) === 0) await page.clock.runFor(20)
}

/** Runs the page's clock in small steps, for as long as given at most, until the element is gone. */
export async function expectGoneWithin(page: Page, element: Locator, ms: number) {
  for (let passed = 0; passed < ms && (await element.count()) > 0; passed += 20)
    await page.clock.runFor(20)
  await expect(element).toHaveCount(0)
}

/** The calls of this URL that the page makes from now on. */
export function callsTo(page: Page, path: string): string[] {
  const calls: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname === path) calls.push(request.url())
  })
  return calls
}

/** Polls, because `page.waitForFunction` uses eval in the page, which the content security policy forbids. */
export async function untilHydrated(page: Page) {
  const hydrated = () => page.evaluate('window.endPreHydrationInput === undefined')
  await expect.poll(hydrated, { intervals: [20] }).toBe(true)
}

/** Plays the track of this index; in a frame, too. */
export const play = (page: Pick<Page, 'getByRole'>, index = 0) =>
  page
    .getByRole('button', { name: /^Play / })
    .nth(index)
    .click()

/** The titles of the list that its member edits. */
export const editedTitles = (page: Page) => page.locator('article h2')

/** Pastes a text that no field takes. */
export const pasteAnywhere = (page: Page, text: string) =>
  page.evaluate(pasted => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, text)

/** Opens the dialog in which a member adds tracks. */
export async function openAddDialog(page: Page) {
  await page
    .getByRole('button', { name: /Add (your #1|a) track/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Add Track to Radr' })
  return { dialog, field: dialog.getByRole('textbox') }
}

/** Saves the edited list, and waits until it is saved. */
export async function saveList(page: Page) {
  const save = page.getByRole('button', { name: 'Save changes' })
  await save.click()
  await expect(page.getByText('Your Radr has been updated successfully').last()).toBeVisible()
  await expect(save).toBeHidden()
}

/** Opens the dialog of the next drop. */
export async function openDropDialog(page: Page) {
  await page.getByRole('button', { name: 'DROP', exact: true }).click()
  return page.getByRole('dialog', { name: 'Drop your Radr' })
}

/** Asks for the mail with which a visitor of a member's page follows. */
export async function requestFollow(page: Page, email: string) {
  await page.getByRole('button', { name: 'Follow', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Follow @/ })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Follow' }).click()
  return dialog
}

/** The rows of a list for reading. */
export const listedTracks = (page: Pick<Page, 'getByRole'>) =>
  page.getByRole('list', { name: 'Tracks' }).getByRole('listitem')

/** Opens the menu of the track of this index. */
export const openMenu = (page: Page, index = 0) =>
  page
    .getByRole('button', { name: /^More for/ })
    .nth(index)
    .click()

/** Chooses an entry of the menu of the track of this index; -1 is the last. */
export async function chooseInMenu(page: Page, index: number, name: string) {
  await openMenu(page, index)
  await menuItem(page, name).click()
}

/** An entry of the open menu. */
export const menuItem = (page: Page, name: string) =>
  page.locator(':popover-open').locator('a, button').filter({ hasText: name })

/** Sends the form of the login page, as a seeded member by default. */
export async function signIn(page: Page, username: string, password = 'correct horse') {
  await page.getByLabel('Email').fill(`${username}@mail.test`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Sends the form of the login page for a new account. */
export async function createAccount(page: Page, username: string) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(`${username}@mail.test`)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByLabel('Confirm Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Create Account' }).click()
}

/** Signs a page in as a new member. */
export const register = (page: Page, username: string) =>
  post(page, '/api/register', {
    username,
    email: `${username}@mail.test`,
    password: 'correct horse',
  })

export const someTracks = [
  '11dFghVXANMlKmJXsNCbNl',
  '4uLU6hMCjMI75M1A2tKUQC',
  '7ouMYWpwJ422jRcDASZB7P',
]

/** Opens /home as a new member who has the first of these tracks. */
export async function openNewMember(page: Page, username: string, tracks = 3) {
  await register(page, username)
  for (const id of someTracks.slice(0, tracks)) await addTrack(page, id)
  await visit(page, '/home')
  await expect(page.getByRole('article')).toHaveCount(tracks)
}

/** Adds a track to the list of the page's member. */
export const addTrack = (page: Page, id: string) =>
  post(page, '/api/tracks', { spotifyUrl: `https://open.spotify.com/track/${id}` })

/** Calls the API as the page's member. */
export async function post(page: Page, path: string, data: object = {}) {
  const response = await page.request.post(path, { data })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
}

/**
 * Errors in the page's console and uncaught exceptions, since the page was made. Covers at the streaming service,
 * which tests do not reach, are left out.
 */
export async function errorsOf(page: Page): Promise<string[]> {
  const { host } = new URL(page.url())
  const all = await page.consoleMessages({ filter: 'all' })
  const messages = all.filter(message => new URL(message.location().url, page.url()).host === host)
  const exceptions = await page.pageErrors({ filter: 'all' })
  return [
    ...messages.filter(message => message.type() === 'error').map(message => message.text()),
    ...exceptions.map(String),
  ]
}

/** A color as the browser shows it. */
export const colorOf = (element: Locator, property: 'color' | 'borderTopColor' = 'color') =>
  element.evaluate((each, name) => getComputedStyle(each)[name], property)

/** Scrolls down as often as it takes until `end` has been loaded. */
export async function scrollToEnd(page: Page, end: Locator) {
  const scroll = () => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(async () => {
    await scroll()
    await expect(end).toBeVisible({ timeout: 250 })
  }).toPass({ intervals: [0] })
}

/** Opens one of the settings that are behind a line each. */
export const openSetting = (page: Page, title: string) =>
  page.locator('summary').filter({ hasText: title }).click()
