import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures.ts'
import {
  chooseInMenu,
  openDropDialog,
  openNewMember,
  post,
  register,
  visit,
} from '../../page-actions.ts'

/** The response to a change whose outcome is unknown (`platform/http/http.ts`). */
const outage = {
  status: 503,
  json: {
    error:
      'The service is unavailable for a short time. What you sent may not have been saved. Look before you send it again.',
    code: 'database_unavailable',
  },
}

for (const [lost, instead] of [
  ['its response is lost', null],
  ['the server did not see its commit', outage],
] as const)
  test(`A drop is made once, although ${lost}`, async ({ page }) => {
    await openNewMember(page, instead ? 'ship-rider' : 'train-rider')
    await loseResponse(page, '**/api/drops', { instead })
    await dropWithNote(page)
    await expect(page.getByText('Drop successful! Boom!')).toBeVisible()
    await expect(page.getByText('Failed to drop')).toHaveCount(0)
    // Sooner than the weekly limit is polled.
    await expect(page.getByText(/^Next drop in/)).toBeVisible({ timeout: 20_000 })
  })

for (const isClosed of [false, true])
  test(`A drop whose response is lost with the connection is found by the next attempt, in ${isClosed ? 'another' : 'the same'} dialog`, async ({
    page,
  }) => {
    await openNewMember(page, isClosed ? 'bridge-rider' : 'tunnel-rider')
    await loseResponse(page, '**/api/drops', { before: () => page.context().setOffline(true) })
    const dialog = await dropWithNote(page)
    await expect(dialog.getByText(/^Failed to drop\. No answer from the server\./)).toBeVisible()
    if (isClosed) {
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
    const limit = page.waitForResponse('**/api/drops/check-weekly-limit')
    await page.context().setOffline(false)
    await limit
    if (isClosed) await page.getByRole('button', { name: /^Drop available in/ }).click()
    await dialog.getByRole('button', { name: 'Drop it' }).click()
    await expect(page.getByText('Drop successful! Boom!')).toBeVisible()
  })

test('A drop of another device is not taken for the one that came too soon after it', async ({
  page,
}) => {
  await openNewMember(page, 'two-phones')
  const dialog = await openDropDialog(page)
  await expect(dialog.getByText(/^Drop #1/)).toBeVisible()
  await post(page, '/api/drops')
  await expect(page.getByText('Drop #1 is out.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Drop it' }).click()
  await expect(dialog.getByText(/^The stage ain't ready yet\./)).toBeVisible()
  await expect(page.getByText('Drop successful! Boom!')).toHaveCount(0)
})

test('A follow, its mail and an unfollow are not said to have failed, although their responses are lost', async ({
  page,
}) => {
  await register(page, 'canal-rider')
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
}) => {
  await openNewMember(page, 'ferry-rider')
  await loseResponse(page, '**/api/tracks/rank')
  await chooseInMenu(page, 1, 'Move up')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await expect(page.getByText('Nothing was saved')).toHaveCount(0)
})

async function dropWithNote(page: Page) {
  const dialog = await openDropDialog(page)
  await expect(dialog.getByText(/^Drop #\d/)).toBeVisible()
  await dialog.getByRole('textbox').fill('From the train')
  await dialog.getByRole('button', { name: 'Drop it' }).click()
  return dialog
}

type Lost = { before?: () => Promise<void>; instead?: typeof outage | null }

/** The first change at this URL reaches the server, and its response not the page, which may get another one instead. */
async function loseResponse(page: Page, address: string, { before, instead }: Lost = {}) {
  let isLost = false
  // The route stays: a request that the page sends while one is being removed may never be answered.
  await page.route(address, async route => {
    if (isLost || route.request().method() === 'GET') return route.fallback()
    isLost = true
    await route.fetch()
    await before?.()
    await (instead ? route.fulfill(instead) : route.abort('connectionreset'))
  })
}
