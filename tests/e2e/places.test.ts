import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LivelyApp, startLivelyApp } from './seeded-app.ts'

let app: LivelyApp
beforeAll(async () => {
  app = await startLivelyApp()
})
afterAll(() => app.stop())

const pathOf = (address: string) => new URL(address).pathname

describe('Visitors', () => {
  test.each(['/home', '/people', '/followers', '/following', '/settings'])(
    'are sent from %s to the login',
    async path => {
      expect(pathOf((await app.open(path)).url())).toBe('/login')
    },
  )

  test.each(['/', '/charts', '/feed', '/kofi', '/kofi/drops', '/kofi/drops/1', '/reset-password'])(
    'may stay on %s',
    async path => {
      expect(pathOf((await app.open(path)).url())).toBe(path)
    },
  )

  test('learn on the landing page what it is, see a list, and get started', async () => {
    const page = await app.open('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const reason of ['7 tracks', 'No algorithms', 'Effortless drops', 'Own your audience'])
      await page.getByRole('heading', { name: reason }).waitFor()
    await page.getByRole('heading', { name: 'Why Radr' }).waitFor()
    expect(await page.locator('ol > li').count()).toBeGreaterThanOrEqual(10)
    expect(await page.getByRole('link', { name: 'Contact' }).getAttribute('href')).toMatch(
      /^mailto:/,
    )
    await page.getByRole('link', { name: 'Get Started' }).first().click()
    await page.waitForURL('**/login')
    await page.getByRole('tab', { name: 'Create Account', selected: true }).waitFor()
  })

  test('have a bar of their own, and Charts and Join on phones', async () => {
    const page = await app.open('/kofi')
    await page.getByRole('link', { name: 'Make your own Radr' }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').count()).toBe(1)
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('link', { name: 'Join Radr' }).waitFor()
    await page.getByRole('link', { name: 'Charts' }).click()
    await page.getByRole('heading', { name: 'Charts' }).waitFor()
    expect(await page.getByRole('link', { name: 'Charts' }).count()).toBe(0)
    expect(await page.locator('body.has-sidebar').count()).toBe(0)
    await page.getByRole('banner').getByRole('link', { name: 'Radr', exact: true }).click()
    await page.waitForURL(`${app.url}/`)
  })

  test('are told what the router lacks, who is not there, and which drop is missing', async () => {
    const nowhere = await app.open('/a/b/c/d')
    expect(await nowhere.title()).toBe('Radr page not found')
    await nowhere.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
    await nowhere.getByText('Did you forget to add the page to the router?').waitFor()
    const nobody = await app.open('/nobody-here')
    await nobody.getByRole('heading', { name: 'Profile Not Found' }).waitFor()
    await nobody
      .getByText(`The user "nobody-here" doesn't exist or hasn't created a Radr yet.`)
      .waitFor()
    const nothing = await app.open('/kofi/drops/99')
    await nothing.getByRole('heading', { name: 'Drop Not Found' }).waitFor()
    await nothing
      .getByText(
        "The drop you're looking for doesn't exist or you don't have permission to view it.",
      )
      .waitFor()
    await nothing.getByRole('link', { name: 'Return Home' }).click()
    await nothing.waitForURL('**/login')
  })
})

describe('Members', () => {
  test('are sent from the login to their list', async () => {
    expect(pathOf((await app.open('/login', 'mira')).url())).toBe('/home')
  })

  test('go about by a rail whose places are named, each page from its top', async () => {
    const page = await app.open('/charts', 'mira')
    expect(await page.locator('body.has-sidebar').count()).toBe(1)
    const rail = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
    const places = ['Feed', 'My Radr', 'My people', 'Charts', 'Settings']
    expect(
      await rail
        .getByRole('link')
        .evaluateAll(all => all.map(each => each.getAttribute('aria-label'))),
    ).toEqual(places)
    await rail.getByRole('link', { name: 'Feed' }).hover()
    await page.getByRole('tooltip').or(page.locator('nav li > :not(a)')).first().waitFor()
    await page.evaluate('window.scrollTo(0, 500)')
    for (const [name, path] of [
      ['Feed', '/feed'],
      ['My Radr', '/home'],
      ['My people', '/people'],
      ['Settings', '/settings'],
    ] as const) {
      await rail.getByRole('link', { name }).click()
      await page.waitForURL(`**${path}`)
      await rail.locator('[aria-current=page]').and(rail.getByRole('link', { name })).waitFor()
      await expect.poll(() => page.evaluate('window.scrollY')).toBe(0)
    }
    await page.getByRole('link', { name: 'Radr', exact: true }).click()
    await page.waitForURL('**/home')
  })

  test('have a bar below on phones, and Settings above', async () => {
    const page = await app.open('/home', 'mira')
    await page.setViewportSize({ width: 390, height: 800 })
    const bar = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
    expect(await bar.getByRole('link').allTextContents()).toEqual([
      'Feed',
      'My Radr',
      'My people',
      'Charts',
    ])
    await bar.locator('[aria-current=page]').filter({ hasText: 'My Radr' }).waitFor()
    const settings = page.getByRole('banner').getByRole('link', { name: 'Settings' })
    await settings.filter({ visible: true }).click()
    await page.waitForURL('**/settings')
    await expect.poll(() => settings.filter({ visible: true }).count()).toBe(0)
  })
})
