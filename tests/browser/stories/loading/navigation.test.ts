import { expect } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { visit } from '../../page-actions.ts'

test('A page is loaded while its link is hovered, and Back shows the previous one at its scroll position', async ({
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 400 })
  await visit(page, '/charts')
  const link = page.getByRole('main').getByRole('listitem').getByRole('link').nth(8)
  const requests: string[] = []
  page.on('request', request => requests.push(new URL(request.url()).pathname))
  const href = await link.getAttribute('href')
  await link.scrollIntoViewIfNeeded()
  const scrollY = () => page.evaluate(() => window.scrollY)
  const position = await scrollY()
  expect(position).toBeGreaterThan(100)
  await link.hover()
  await expect.poll(() => requests).toContain(`/api/profile${href}`)
  await expect.poll(() => requests.some(path => path.includes('profile-screen'))).toBe(true)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(href?.slice(1) ?? '')
  expect(requests.filter(path => path === `/api/profile${href}`)).toHaveLength(1)
  expect(await scrollY()).toBe(0)
  await page.goBack()
  await expect.poll(scrollY).toBe(position)
  expect(requests.filter(path => path.startsWith('/api/charts'))).toEqual([])
  expect(requests.filter(path => path.endsWith('/is-following'))).toEqual([])
})

test.describe('Visitors', () => {
  for (const path of ['/home', '/people', '/followers', '/following', '/settings']) {
    test(`are redirected from ${path} to the login`, async ({ request }) => {
      expect(new URL((await request.get(path)).url()).pathname).toBe('/login')
    })
  }

  for (const path of [
    '/',
    '/charts',
    '/feed',
    '/kofi',
    '/kofi/drops',
    '/kofi/drops/1',
    '/reset-password',
  ]) {
    test(`may open ${path}`, async ({ request }) => {
      const response = await request.get(path)
      expect([response.status(), new URL(response.url()).pathname]).toEqual([200, path])
    })
  }

  test('see on the landing page what the product is, an example of a list, and Get Started', async ({
    page,
  }) => {
    await visit(page, '/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('What are your seven?')
    for (const reason of ['7 tracks', 'No algorithms', 'Effortless drops', 'Own your audience'])
      await expect(page.getByRole('heading', { name: reason })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Why Radr' })).toBeVisible()
    expect(await page.locator('ol > li').count()).toBeGreaterThanOrEqual(10)
    await expect(page.getByText('For example, @mira’s seven')).toBeVisible()
    // The field searches nothing without the operator's keys.
    await expect(page.getByText('Paste links from Spotify’s share button.')).toBeVisible()
    await page.getByRole('link', { name: 'Get Started' }).first().click()
    await expect(page).toHaveURL('/login#create-account')
    await expect(page.getByRole('tab', { name: 'Create Account', selected: true })).toBeVisible()
    await expect(page.getByRole('link', { name: /^(Make your own|Join) Radr$/ })).toHaveCount(0)
  })

  test('see on the landing page what it is without JavaScript, and Get Started instead of a field', async ({
    newVisitor,
  }) => {
    const page = await newVisitor({ javaScriptEnabled: false })
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'What are your seven?' })).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expect(page.locator('main').getByRole('link', { name: 'Get Started' })).toHaveCount(2)
    await expect(page.getByRole('heading', { name: 'Why Radr' })).toBeVisible()
  })

  test('are asked for their seven at the end of a profile and of a drop', async ({ page }) => {
    for (const [path, question] of [
      ['/kofi', 'kofi’s seven. What are yours?'],
      ['/kofi/drops/9', 'kofi’s seven. What are yours?'],
      ['/Tomasz', 'Tomasz’s three. What are your seven?'],
    ] as const) {
      await visit(page, path)
      await page.getByRole('link', { name: question }).click()
      await expect(page.getByRole('textbox', { name: 'Spotify track link' })).toBeFocused()
    }
  })

  test('have a bar of their own, with Charts and Join on phones', async ({ page }) => {
    await visit(page, '/kofi')
    await expect(page.getByRole('link', { name: 'Make your own Radr' })).toBeVisible()
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(links).toHaveText(['Charts'])
    await page.setViewportSize({ width: 390, height: 800 })
    await expect(page.getByRole('link', { name: 'Join Radr' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Make your own Radr' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Join Radr' }).click()
    await expect(page).toHaveURL('/login?from=kofi#create-account')
    await expect(page.getByRole('tab', { name: 'Create Account', selected: true })).toBeVisible()
    await page.getByRole('link', { name: '@kofi’s seven' }).click()
    await expect(page).toHaveURL('/kofi')
    const charts = page.getByRole('link', { name: 'Charts' })
    await charts.click()
    await expect(page.getByRole('heading', { name: 'Charts' })).toBeVisible()
    await expect(charts).toHaveCount(0)
    await expect(page.locator('body.has-sidebar')).toHaveCount(0)
    await page.getByRole('banner').getByRole('link', { name: 'Radr', exact: true }).click()
    await expect(page).toHaveURL('/')
  })

  test('are told that a page, a member or a drop does not exist', async ({ page }) => {
    await visit(page, '/a/b/c/d')
    await expect(page).toHaveTitle('Radr page not found')
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
    await visit(page, '/nobody-here')
    await expect(page.getByRole('heading', { name: 'Profile Not Found' })).toBeVisible()
    await expect(
      page.getByText(`The user "nobody-here" doesn't exist or hasn't created a Radr yet.`),
    ).toBeVisible()
    await visit(page, '/kofi/drops/99')
    await expect(page.getByRole('heading', { name: 'Drop Not Found' })).toBeVisible()
    await expect(
      page.getByText(
        "The drop you're looking for doesn't exist or you don't have permission to view it.",
      ),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Return Home' }).click()
    await expect(page).toHaveURL('/login')
  })
})

test.describe('Members', () => {
  test('are redirected from the login to their list', async ({ as }) => {
    const page = await as('mira', '/login')
    await expect(page).toHaveURL('/home')
  })

  test('see their own list on the landing page and the way to it, and the question while it is empty', async ({
    as,
  }) => {
    const page = await as('ines_b', '/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('These are your five.')
    await expect(page.getByRole('link', { name: 'Get Started' })).toHaveCount(0)
    await expect(page.getByText('For example')).toHaveCount(0)
    await page.getByRole('link', { name: 'Your Radr', exact: true }).click()
    await expect(page).toHaveURL('/home')
    const newcomer = await as('newcomer', '/')
    await expect(newcomer.getByRole('heading', { level: 1 })).toHaveText('What are your seven?')
    await expect(newcomer.getByRole('link', { name: 'Get Started' })).toHaveCount(2)
  })

  test('have a rail of labeled links, and each page starts at its top', async ({ as }) => {
    const page = await as('mira', '/charts')
    await expect(page.locator('body.has-sidebar')).toHaveCount(1)
    const rail = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
    expect(await rail.getByRole('link').allTextContents()).toEqual([
      'Feed',
      'My Radr',
      'My people',
      'Charts',
      'Settings',
    ])
    await rail.getByRole('link', { name: 'Feed' }).hover()
    await expect(page.locator('[role=tooltip]')).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, 500))
    for (const [name, path] of [
      ['Feed', '/feed'],
      ['My Radr', '/home'],
      ['My people', '/people'],
      ['Settings', '/settings'],
    ] as const) {
      const link = rail.getByRole('link', { name })
      await link.click()
      await expect(page).toHaveURL(path)
      await expect(link).toHaveAttribute('aria-current', 'page')
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    }
    await page.getByRole('link', { name: 'Radr', exact: true }).click()
    await expect(page).toHaveURL('/home')
  })

  test('have a bar at the bottom on phones, and Settings at the top', async ({ as }) => {
    const page = await as('mira', '/home')
    await page.setViewportSize({ width: 390, height: 800 })
    const bar = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
    await expect(bar.getByRole('link')).toHaveText(['Feed', 'My Radr', 'My people', 'Charts'])
    await expect(bar.locator('[aria-current=page]').filter({ hasText: 'My Radr' })).toBeVisible()
    const settings = page
      .getByRole('banner')
      .getByRole('link', { name: 'Settings' })
      .filter({ visible: true })
    await settings.click()
    await expect(page).toHaveURL('/settings')
    await expect(settings).toHaveCount(0)
  })
})
