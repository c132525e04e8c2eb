import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { chooseInMenu, post, register, visit } from '../../page-actions.ts'

test('A drop is made once, although its response is lost', async ({ page, seededApp }) => {
  await visitAsNewMember(page, seededApp.url, 'train-rider')
  await loseResponse(page, '**/api/drops')
  await page.getByRole('button', { name: 'DROP', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Drop your Radr' })
  await expect(dialog.getByText(/^Drop #\d/)).toBeVisible()
  await dialog.getByRole('textbox').fill('From the train')
  await dialog.getByRole('button', { name: 'Drop it' }).click()
  await expect(page.getByText('Drop successful! Boom!')).toBeVisible()
  await expect(page.getByText('Failed to drop')).toHaveCount(0)
  // Sooner than the weekly limit is polled.
  await expect(page.getByText(/^Next drop in/)).toBeVisible({ timeout: 20_000 })
})

test('A drop whose response is lost with the connection is found by the next attempt', async ({
  page,
  seededApp,
}) => {
  await visitAsNewMember(page, seededApp.url, 'tunnel-rider')
  await loseResponse(page, '**/api/drops', () => page.context().setOffline(true))
  await page.getByRole('button', { name: 'DROP', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Drop your Radr' })
  await expect(dialog.getByText(/^Drop #\d/)).toBeVisible()
  await dialog.getByRole('textbox').fill('From the tunnel')
  await dialog.getByRole('button', { name: 'Drop it' }).click()
  await expect(dialog.getByText(/^Failed to drop\. No answer from the server\./)).toBeVisible()
  const limit = page.waitForResponse('**/api/drops/check-weekly-limit')
  await page.context().setOffline(false)
  await limit
  await dialog.getByRole('button', { name: 'Drop it' }).click()
  await expect(page.getByText('Drop successful! Boom!')).toBeVisible()
})

test('A drop whose response is lost is found as well after its dialog was closed', async ({
  page,
  seededApp,
}) => {
  await visitAsNewMember(page, seededApp.url, 'bridge-rider')
  await loseResponse(page, '**/api/drops', () => page.context().setOffline(true))
  await page.getByRole('button', { name: 'DROP', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Drop your Radr' })
  await expect(dialog.getByText(/^Drop #\d/)).toBeVisible()
  await dialog.getByRole('textbox').fill('From the bridge')
  await dialog.getByRole('button', { name: 'Drop it' }).click()
  await expect(dialog.getByText(/^Failed to drop\. No answer from the server\./)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: /^Drop available in/ }).click()
  await dialog.getByRole('button', { name: 'Drop it' }).click()
  await expect(page.getByText('Drop successful! Boom!')).toBeVisible()
})

test('A drop of another device is not taken for the one that came too soon after it', async ({
  page,
  seededApp,
}) => {
  await visitAsNewMember(page, seededApp.url, 'two-phones')
  await page.getByRole('button', { name: 'DROP', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Drop your Radr' })
  await expect(dialog.getByText(/^Drop #1/)).toBeVisible()
  await post(page, `${seededApp.url}/api/drops`, {})
  await page.waitForResponse('**/api/drops/has-changes')
  await dialog.getByRole('button', { name: 'Drop it' }).click()
  await expect(dialog.getByText(/^Failed to drop\. You can drop once every 7 days\./)).toBeVisible()
  await expect(page.getByText('Drop successful! Boom!')).toHaveCount(0)
})

test('A follow, its mail and an unfollow are not said to have failed, although their responses are lost', async ({
  page,
  seededApp,
}) => {
  await register(page, seededApp.url, 'canal-rider')
  await visit(page, '/lea')
  await expect(page.getByText('19 followers')).toBeVisible()
  await loseResponse(page, '**/api/users/lea/followers')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByText('Now following!')).toBeVisible()
  await expect(page.getByText('20 followers')).toBeVisible()

  const following = page.getByRole('button', { name: 'Following', exact: true })
  await loseResponse(page, '**/api/users/lea/followers/mail')
  await following.click()
  await page.getByRole('button', { name: 'Keep following, without mail' }).click()
  await expect(page.getByText('Mail is off')).toBeVisible()
  await expect(page.getByText('You follow without mail')).toBeVisible()

  await loseResponse(page, '**/api/users/lea/followers')
  await following.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unfollow' }).click()
  await expect(page.getByText('Unfollowed', { exact: true })).toBeVisible()
  await expect(page.getByText('19 followers')).toBeVisible()
  await expect(page.getByText(/Failed to|Please try again/)).toHaveCount(0)
})

test('A list that was saved is not said to be unsaved, although the response is lost', async ({
  page,
  seededApp,
}) => {
  await visitAsNewMember(page, seededApp.url, 'ferry-rider')
  await loseResponse(page, '**/api/tracks/rank')
  await chooseInMenu(page, 1, 'Move up')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await expect(page.getByText('Nothing was saved')).toHaveCount(0)
})

/** The member has two tracks and no drop. */
async function visitAsNewMember(page: Page, url: string, username: string) {
  await register(page, url, username)
  for (const id of ['0VjIjW4GlUZAMYd2vXMi3b', '4uLU6hMCjMI75M1A2tKUQC'])
    await post(page, `${url}/api/tracks`, { spotifyUrl: `https://open.spotify.com/track/${id}` })
  await visit(page, '/home')
}

/** The first change at this URL reaches the server, and its response not the page. */
async function loseResponse(page: Page, address: string, before?: () => Promise<void>) {
  let isLost = false
  // The route stays: a request that the page sends while one is being removed may never be answered.
  await page.route(address, async route => {
    if (isLost || route.request().method() === 'GET') return route.fallback()
    isLost = true
    await route.fetch()
    await before?.()
    await route.abort('connectionreset')
  })
}
