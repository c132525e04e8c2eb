import { type ElementHandle, expect, type Locator, type Page } from '@playwright/test'
import { test as base } from '../../fixtures.ts'
import { visitBeforeScripts } from '../../page-actions.ts'
import { statesByScreen } from '../../screens/all-states.ts'
import type { ScreenState } from '../../screens/screen-state.ts'

type HeldPage = { page: Page; release(): Promise<void> }

const test = base.extend<{
  /** The pages of a screen that the server renders, without their scripts: the first two, in `test:all` all of them. */
  heldPages(states: ScreenState[]): { name: string; open(size?: Size): Promise<HeldPage> }[]
}>({
  // What is chosen is saved, so these tests have an app of their own.
  additions: { settings: {} },
  heldPages: async ({ as, newVisitor, seededApp }, use) => {
    await use(states => {
      const paths = new Map<string, Awaited<ReturnType<typeof heldPage>>>()
      for (const state of states) {
        if (state.from || state.mock) continue
        const path = typeof state.path === 'string' ? state.path : state.path(seededApp.links)
        // The server does not see a fragment, and renders the first tab.
        if (path.includes('#')) continue
        const key = `${state.as ?? 'visitor'} ${path}`
        if (!paths.has(key)) paths.set(key, heldPage(state, path))
      }
      const pages = [...paths.values()]
      // Each page is opened once for each of its fields.
      return process.env.TEST_ALL === '1' ? pages : pages.slice(0, 2)
    })

    function heldPage({ name, as: username }: ScreenState, path: string) {
      const open = async (size: Size = desktop) => {
        const page = username ? await as(username) : await newVisitor()
        await page.setViewportSize(size)
        return { page, release: await openHeld(page, path) }
      }
      return { name, open }
    }
  },
})

type Size = { width: number; height: number }
const desktop = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }

for (const [screen, states = []] of Object.entries(statesByScreen)) {
  test(`What is typed, chosen or sent on ${screen} before hydration is kept and counts`, async ({
    heldPages,
  }) => {
    const tried = new Set<string>()
    const isNew = (name: string) => !tried.has(name) && tried.add(name)
    for (const { name, open } of heldPages(states)) {
      const { page } = await open()
      const forms = await page.locator('form').evaluateAll(describeForms)
      const fields = []
      for (const size of [desktop, phone]) {
        await page.setViewportSize(size)
        const labels = await fieldsIn(page, ':not(form *)').evaluateAll(labelsOf)
        for (const [index, label] of labels.entries()) fields.push({ size, index, label })
      }
      await page.close()

      for (const { size, index, label } of fields)
        if (isNew(`field ${label}`))
          await test.step(`${name}: ${label}`, () => changeAlone(open, size, index))
      for (const [index, { hasRoute, description }] of forms.entries())
        if (isNew(`form ${description}`))
          await test.step(`${name}: form ${index}`, () =>
            hasRoute ? sendToRoute(open, index) : sendByScript(open, index))
    }
  })
}

test('What is typed before hydration goes along to the tab of the fragment', async ({
  page,
  as,
}) => {
  const release = await openHeld(page, '/login#create-account')
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  await email.fill('typed-early@mail.test')
  await password.fill('correct horse')
  await release()
  await expect(page.getByRole('tab', { name: 'Create Account', selected: true })).toBeVisible()
  await expect(email).toHaveValue('typed-early@mail.test')
  await expect(password).toHaveValue('correct horse')
  await expect(password).toBeFocused()
  await page.getByLabel('Username').fill('typed-early')
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill('correct horse')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/home')

  const people = await as('mira')
  const releasePeople = await openHeld(people, '/people#followers')
  await people.getByRole('searchbox').fill('no19')
  await releasePeople()
  await expect(people.getByLabel('Search by email')).toHaveValue('no19')
  await expect(people.getByText('1 address', { exact: true })).toBeVisible()
  await people.getByRole('tab', { name: 'Following' }).click()
  await expect(people.getByRole('searchbox')).toHaveValue('')
})

test('The initial is shown for a picture that failed before hydration', async ({ page }) => {
  await page.route('**/avatars/**', route => route.abort())
  const release = await openHeld(page, '/kofi')
  const picture = page.locator('main img[src^="/avatars/"]')
  await expect(picture).toHaveJSProperty('complete', true)
  await release()
  await expect(picture).toHaveCount(0)
  await expect(page.locator('main').getByText('K', { exact: true })).toBeVisible()
})

/** A field that belongs to no form applies at once. */
async function changeAlone(open: (size: Size) => Promise<HeldPage>, size: Size, index: number) {
  const { page, release } = await open(size)
  const requests: string[] = []
  page.on('request', request => requests.push(`${request.method()} ${request.url()}`))
  const before = await effectsOn(page)
  const { field, value } = await change(fieldsIn(page, ':not(form *)').nth(index))
  await release()
  await expect
    .poll(async () => {
      const isSent = requests.some(each => !each.startsWith('GET') || each.includes(value))
      return isSent || (await effectsOn(page)) !== before
    })
    .toBe(true)
  expect(await contentOf(field)).toBe(value)
  await page.close()
}

/** The page's script submits the form: each field arrives, and stays when the call fails. */
async function sendByScript(open: () => Promise<HeldPage>, index: number) {
  for (const way of ['button', 'Enter'] as const) {
    const arrived = new Set<number>()
    // The settings call once for each field that has changed, and not again after a failure.
    for (let sent = -1; sent < arrived.size; ) {
      sent = arrived.size
      const { page, release } = await open()
      const bodies: string[] = []
      await page.route('**/api/**', async route => {
        const request = route.request()
        if (request.method() === 'GET' || request.url().endsWith('available'))
          return route.fallback()
        bodies.push(request.postDataBuffer()?.toString() ?? '')
        await route.fulfill({ status: 503, json: { message: 'Later', code: 'unavailable' } })
      })
      const form = page.locator('form').nth(index)
      const all = await fieldsIn(form).all()
      const changes: Awaited<ReturnType<typeof change>>[] = []
      for (const [number, field] of all.entries())
        if (!arrived.has(number)) changes[number] = await change(field)
      if (way === 'Enter') await all[0]?.press('Enter')
      else await form.locator('[type=submit]').first().click()
      await release()
      await expect.poll(() => bodies.length).toBeGreaterThan(0)
      for (const [number, changed] of changes.entries())
        if (changed && bodies.some(body => body.includes(changed.value))) {
          arrived.add(number)
          expect(await contentOf(changed.field)).toBe(changed.value)
        }
      if (arrived.size === all.length) return page.close()
      await page.close()
    }
    throw new Error(`A field did not arrive, by ${way}`)
  }
}

/** A route takes the form, so that no script is needed. */
async function sendToRoute(open: () => Promise<HeldPage>, index: number) {
  const { page, release } = await open()
  const form = page.locator('form').nth(index)
  const path = await form.getAttribute('action')
  const values: string[] = []
  for (const radio of await fieldsIn(form).all()) values.push((await change(radio)).value)
  const posted = page.waitForRequest(request => request.method() === 'POST')
  const answered = page.waitForResponse(response => response.request().method() === 'POST')
  await form.locator('[type=submit]').first().click({ noWaitAfter: true })
  const body = [...new URLSearchParams((await posted).postData() ?? '').values()]
  for (const value of values) expect(body).toContain(value)
  expect((await answered).status()).toBe(303)
  const { location = '' } = (await answered).headers()
  // What was sent for a drop stands on its page.
  expect(location).toMatch(new RegExp(`^${path}\\?.*((done|saved|failed)=1|drop=)`))
  await page.waitForURL(url => url.href.endsWith(location), { waitUntil: 'commit' })
  // A page whose requests are held may never be closed.
  await release()
  await page.close()
}

/** Waits for the styles, and opens all that is folded. */
async function openHeld(page: Page, path: string) {
  const release = await visitBeforeScripts(page, path)
  await page.locator('#state').waitFor({ state: 'attached' })
  await page.evaluate(async () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
      if (!link.sheet) await new Promise(loaded => link.addEventListener('load', loaded))
    for (const details of document.querySelectorAll('details')) details.open = true
  })
  return release
}

const fieldsIn = (parent: Page | Locator, which = '') =>
  parent
    .locator(`:is(input, select, textarea):enabled:not(${unchangeable})${which}`)
    .filter({ visible: true })

/** The theme of a new browser follows the system already. */
const unchangeable = '[type=hidden], [readonly], [type=radio]:checked, [value=system]'

const labelsOf = (all: Element[]) =>
  all.map(each => {
    const { labels, name } = each as HTMLInputElement
    return `${each.getAttribute('aria-label') ?? labels?.[0]?.textContent} ${name}`
  })

const describeForms = (all: HTMLFormElement[]) =>
  all.map(form => {
    const names = [...form.elements].map(each => each.getAttribute('name'))
    const action = form.getAttribute('action')
    return { hasRoute: action !== null, description: `${action} ${names}` }
  })

/** Types what fits the field, or makes another choice. */
async function change(locator: Locator) {
  const field = (await locator.elementHandle()) as ElementHandle<
    HTMLInputElement | HTMLSelectElement
  >
  const kind = await field.evaluate(each => each.type)
  if (kind === 'select-one')
    await locator.selectOption(
      await locator
        .locator('option:not(:checked)')
        .first()
        .evaluate(each => (each as HTMLOptionElement).value),
    )
  else if (kind === 'checkbox' || kind === 'radio') await locator.press('Space')
  else if (kind === 'file')
    await locator.setInputFiles({
      name: 'mine.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from('typed'),
    })
  else await locator.fill(await textFor(locator, kind))
  return { field, value: kind === 'file' ? 'typed' : await contentOf(field) }
}

async function textFor(locator: Locator, kind: string) {
  if (kind === 'email') return 'typed@mail.test'
  if (kind === 'password') return 'typed horse'
  if ((await locator.getAttribute('name')) === 'spotifyUrl')
    return 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC'
  const mode = await locator.getAttribute('inputmode')
  return mode === 'url' ? 'https://open.spotify.com/user/typed' : 'typed'
}

const contentOf = (field: ElementHandle<HTMLInputElement | HTMLSelectElement>) =>
  field.evaluate(each => {
    if (!each.isConnected) return 'gone'
    if (each.type === 'file') return 'typed'
    const { checked } = each as HTMLInputElement
    if (each.type === 'radio') return checked ? each.value : 'not chosen'
    return each.type === 'checkbox' ? String(checked) : each.value
  })

/** What a field without a call changes: the URL, the theme, or what the landing page says of a text. */
const effectsOn = async (page: Page) =>
  [
    page.url(),
    await page.locator('html').getAttribute('data-theme'),
    await page.getByText('In Spotify, choose Share').count(),
  ].join(' ')
