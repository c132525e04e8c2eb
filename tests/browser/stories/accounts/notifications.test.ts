import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { fail, mockPush } from '../../mock-responses.ts'
import { menuItem, openSetting, visit } from '../../page-actions.ts'

// Headless Chromium has no push service, so the browser's part of a subscription is replaced in the page.
const deviceSwitch = (page: Page) =>
  page.getByRole('switch', { name: 'Notifications on this device' })

test.describe('Notifications of drops', () => {
  test('are off, also when turning them on fails, are turned on by a click, and are turned off', async ({
    as,
  }) => {
    const page = await as('mira')
    await mockPush(page, 'off')
    await visit(page, '/settings')
    await openSetting(page, 'Notifications')
    await expect(deviceSwitch(page)).not.toBeChecked()
    await expect(page.getByText('Your browser asks for permission')).toBeVisible()
    expect(await page.evaluate(() => Notification.permission)).toBe('default')
    await fail(page, '**/api/push/subscription')
    await deviceSwitch(page).press('Space')
    await expect(page.getByText('That did not work.')).toBeVisible()
    await expect(deviceSwitch(page)).not.toBeChecked()
    await page.unrouteAll()
    const saved = page.waitForRequest('**/api/push/subscription')
    await deviceSwitch(page).press('Space')
    expect((await saved).postDataJSON()).toMatchObject({ endpoint: 'https://push.test/device' })
    await expect(page.getByText('On. Choose whose drops you hear about')).toBeVisible()
    await expect(deviceSwitch(page)).toBeChecked()
    expect(await (await page.request.get('/api/push')).json()).toMatchObject({ subscribed: true })
    await deviceSwitch(page).press('Space')
    await expect(page.getByText('Off. Your browser')).toBeVisible()
    expect(await (await page.request.get('/api/push')).json()).toMatchObject({ subscribed: false })
  })

  test('are said to be blocked or not supported, and what to do then', async ({ as }) => {
    const blocked = await as('mira')
    await mockPush(blocked, 'blocked')
    await visit(blocked, '/settings')
    await openSetting(blocked, 'Notifications')
    await expect(blocked.getByText('Allow notifications for Radr in the browser’s')).toBeVisible()
    await expect(deviceSwitch(blocked)).toBeDisabled()
    const old = await as('mira')
    await mockPush(old, 'unsupported')
    await visit(old, '/settings')
    await openSetting(old, 'Notifications')
    await expect(old.getByText('This browser cannot show notifications.')).toBeVisible()
    await expect(deviceSwitch(old)).toBeDisabled()
  })

  test('are chosen for each followed member', async ({ as }) => {
    const page = await as('mira', '/following')
    const kofi = page.getByRole('listitem').filter({ hasText: '@kofi' })
    const menu = kofi.getByRole('button', { name: 'More about' })
    await menu.click()
    await menuItem(page, 'Notify me of drops').click()
    await expect(kofi.getByText('Notifications on')).toBeVisible()
    await expect(page.getByText('turn on notifications on this device in Settings')).toBeVisible()
    await page.reload()
    await expect(kofi.getByText('Notifications on')).toBeVisible()
    await menu.click()
    await menuItem(page, 'Stop notifications').click()
    await expect(kofi.getByText('Notifications on')).toHaveCount(0)
  })

  test('are shown by the service worker, and open the page of the drop', async ({ newVisitor }) => {
    const page = await newVisitor({ serviceWorkers: 'allow' })
    await visit(page, '/charts')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null))
    const [worker] = page.context().serviceWorkers()
    const message = { title: '@kofi dropped #3', body: 'New ones', address: '/kofi/drops/3' }
    // Headless Chromium shows no notifications, and opens windows for real clicks alone.
    const seen = await worker?.evaluate(async data => {
      type Shown = { body: string; tag: string; data: unknown }
      const scope = globalThis as unknown as {
        registration: { showNotification(title: string, options: Shown): Promise<void> }
        clients: { openWindow(address: URL): Promise<unknown> }
        dispatchEvent(event: Event): boolean
      }
      const shown: ({ title: string } & Shown)[] = []
      const opened: string[] = []
      scope.registration.showNotification = async (title, options) => {
        shown.push({ title, ...options })
      }
      scope.clients.openWindow = async address => opened.push(address.pathname)
      const dispatch = async (type: string, values: object) => {
        const work: Promise<unknown>[] = []
        const event = new Event(type)
        const waitUntil = (promise: Promise<unknown>) => work.push(promise)
        scope.dispatchEvent(Object.assign(event, values, { waitUntil }))
        await Promise.all(work)
      }
      await dispatch('push', { data: { json: () => data } })
      const notification = { ...shown[0], close: () => {} }
      await dispatch('notificationclick', { notification })
      return { shown: shown.map(({ title, body, tag }) => ({ title, body, tag })), opened }
    }, message)
    expect(seen).toEqual({
      shown: [{ title: '@kofi dropped #3', body: 'New ones', tag: '/kofi/drops/3' }],
      opened: ['/kofi/drops/3'],
    })
  })
})
