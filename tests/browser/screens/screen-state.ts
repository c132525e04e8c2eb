import type { Page } from '@playwright/test'
import { fail, neverRespond } from '../mock-responses.ts'
import { chooseInMenu, navigate, visit } from '../page-actions.ts'
import { coverOf } from '../seed/pictures.ts'
import type { Seed } from '../seed/seed-database.ts'

/** One screen in one state. */
export type ScreenState = {
  /** `{screen}-{state}`, as in the picture's name; the screen is one word, or two after `confirm-` or `mail-` (`all-states.ts`). */
  name: string
  /** A username; without one a visitor. */
  as?: string | undefined
  path: string | ((links: Seed['links']) => string)
  /** The page from which the router of the browser opens the screen, so that the server does not render it. */
  from?: string | undefined
  /** What the server responds, set before the screen is opened. */
  mock?: (page: Page) => Promise<unknown>
  /** Called once the page is hydrated. */
  prepare?: (page: Page) => Promise<unknown>
  /** Text that is seen once the state is reached. */
  until?: string | RegExp
  /** The picture is of the window, not of the whole page: a dialog or a menu is over it. */
  inWindow?: boolean
}

export const trackLink = (id: string) => `https://open.spotify.com/track/${id}`

export const unknownTrack = {
  message: 'Spotify does not know this track. Open the track and copy its link again.',
  code: 'unknown_track',
}

/** Stands in place of a username. */
export const visitor = undefined

/** What somebody sees on a page in its states, by their names; a state may have another path or viewer. */
export const statesOf = (
  as: ScreenState['as'],
  path: ScreenState['path'],
  states: Record<string, Partial<ScreenState>>,
): ScreenState[] => Object.entries(states).map(([name, state]) => ({ name, as, path, ...state }))

export async function openState(page: Page, state: ScreenState, links: Seed['links']) {
  const { path, from, mock, prepare, until } = state
  await page.route('https://i.scdn.co/**', route =>
    route.fulfill({ contentType: 'image/svg+xml', body: coverOf(route.request().url()) }),
  )
  const address = typeof path === 'string' ? path : path(links)
  if (from) await visit(page, from)
  await mock?.(page)
  if (from) await navigate(page, address)
  else await visit(page, address)
  await prepare?.(page)
  if (until) await page.getByText(until).filter({ visible: true }).first().waitFor()
}

// What a person does, one step after the other.

type Step = (page: Page) => Promise<unknown>
export const steps =
  (...all: Step[]): Step =>
  async page => {
    for (const step of all) await step(page)
  }
export const click =
  (name: string | RegExp): Step =>
  page =>
    page.getByRole('button', { name }).filter({ visible: true }).first().click()
export const clickInDialog =
  (name: string | RegExp): Step =>
  page =>
    page.locator('dialog').getByRole('button', { name }).last().click()
export const removeFirst: Step = page => chooseInMenu(page, 0, 'Remove track')
export const fill =
  (label: string, text: string): Step =>
  page =>
    // A dialog comes after the page that it is over.
    page.getByLabel(label, { exact: true }).filter({ visible: true }).last().fill(text)
export const choose =
  (name: string): Step =>
  page =>
    page.getByRole('tab', { name }).click()
export const dialog: Step = page => page.locator('dialog').first().waitFor()
/** The dialog that shares, with its picture. */
export const shareDialog: Step = page =>
  page
    .getByRole('img', { name: /^Picture: / })
    .evaluate((image: HTMLImageElement) => image.decode())
// A list that is loading shows its previous page, faded.
export const loaded: Step = page =>
  page.locator('main [aria-busy=true]').waitFor({ state: 'detached' })
const skeleton: Step = page => page.locator('.skeleton').first().waitFor()

/** A screen whose data does not arrive; `from` is left out where the server renders it without them. */
export const loading = (calls: string, from?: string) => ({
  from,
  mock: (page: Page) => neverRespond(page, calls),
  prepare: skeleton,
})
/** A screen whose data cannot be loaded. */
export const failing = (calls: string, from?: string) => ({
  from,
  mock: (page: Page) => fail(page, calls),
})
