import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { test } from '../../fixtures.ts'
import { createAccount, signIn, visit } from '../../page-actions.ts'

type Manifest = {
  name: string
  start_url: string
  icons: { src: string; sizes: string; type: string; purpose?: string }[]
}

test.describe('The installed app', () => {
  test('has a name, and icons in the sizes that its manifest says', async ({ page }) => {
    await visit(page, '/')
    const href = await page.locator('link[rel=manifest]').getAttribute('href')
    const manifest: Manifest = await (await page.request.get(href ?? '')).json()
    expect(manifest).toMatchObject({ name: 'Radr', start_url: '/home' })
    expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
    for (const { src, sizes, type } of manifest.icons) {
      const response = await page.request.get(src)
      expect(response.headers()['content-type']).toContain(type)
      if (type !== 'image/png') continue
      const { width, height } = await sharp(await response.body()).metadata()
      expect(`${width}x${height}`).toBe(sizes)
    }
  })

  test('says that there is no connection, and keeps files but no pages', async ({ newVisitor }) => {
    const page = await newVisitor({ serviceWorkers: 'allow' })
    await visit(page, '/')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null))
    await visit(page, '/charts')
    const kept = () =>
      page.evaluate(async () => {
        const requests = await Promise.all(
          (await caches.keys()).map(async name => (await caches.open(name)).keys()),
        )
        return requests.flat().map(({ url }) => new URL(url).pathname)
      })
    await expect
      .poll(async () => (await kept()).some(path => path.startsWith('/assets/')))
      .toBe(true)
    expect((await kept()).filter(path => !path.startsWith('/assets/'))).toEqual(['/offline'])
    await page.context().setOffline(true)
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
    await page.context().setOffline(false)
    await visit(page, '/')
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('No connection')
  })

  test('adds a song that another app shares', async ({ as }) => {
    const page = await as('solo')
    await visit(page, `/home?text=${encodeURIComponent(sharedText)}`)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue(/sharedFromApp/)
    await expect(page).toHaveURL('/home')
  })

  test('keeps what another app shares while somebody signs in or creates an account', async ({
    newVisitor,
  }) => {
    const shared = new URLSearchParams({ title: '', text: sharedText, url: '' })
    for (const enter of [signInAsSolo, createNewAccount]) {
      const page = await newVisitor()
      await visit(page, `/home?${shared}&next=https://elsewhere.test`)
      await expect(page).toHaveURL(`/login?${new URLSearchParams({ text: sharedText })}`)
      await enter(page)
      await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue(/sharedFromApp/)
      await expect(page).toHaveURL('/home')
    }
  })
})

const sharedText = 'Listen: https://open.spotify.com/track/sharedFromApp?si=1'

const signInAsSolo = (page: Page) => signIn(page, 'solo')

async function createNewAccount(page: Page) {
  await page.getByRole('tab', { name: 'Create Account' }).click()
  await createAccount(page, 'sharer')
}
