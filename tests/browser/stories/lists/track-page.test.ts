import { expect } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { mockPlayer } from '../../mock-responses.ts'
import { addTrack, navigate, openAddDialog, openMenu, visit } from '../../page-actions.ts'

/** Number one of haruka, on six lists at first. */
const esperanza = '/tracks/1DzMkx08Zq6aDDhsRDVnPb'
/** A track on the lists of half of the members. */
const favorite = '/tracks/3nvuPQTw2zuFAVuLsC9IYQ'

test.describe('A track', () => {
  test('has a page that says who has it and who dropped it first', async ({ page }) => {
    await mockPlayer(page)
    await visit(page, '/haruka')
    await page.getByRole('button', { name: 'More for Esperanza / 希望' }).click()
    await page.getByRole('link', { name: 'Who has it' }).click()
    await expect(page).toHaveURL(esperanza)
    await expect(page).toHaveTitle('Esperanza / 希望 by nubo - Radr')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Esperanza / 希望')
    await expect(page.getByText('The album · May 17, 2013 · 4:08')).toBeVisible()
    await expect(page.getByText('people have it')).toBeVisible()
    await expect(page.getByText(/^First dropped by @mira in drop #1/)).toBeVisible()
    const lists = page.getByRole('region', { name: 'Who has it now' })
    // Other stories of the worker may have added it to more lists.
    const holders = Number(await page.getByRole('definition').first().innerText())
    expect(holders).toBeGreaterThanOrEqual(6)
    await expect(lists.getByRole('listitem')).toHaveCount(holders)
    const counts = await lists.getByText(/followers?$/).allTextContents()
    const followers = counts.map(text => Number.parseInt(text, 10)).filter(Number.isFinite)
    expect(followers).toEqual(followers.toSorted((a, b) => b - a))
    const haruka = lists.getByRole('link', { name: /@haruka/ })
    await expect(haruka).toContainText('Number 1')
    await page.getByRole('button', { name: 'Play Esperanza / 希望' }).click()
    const bar = page.getByRole('region', { name: 'Player' })
    await expect(bar).toContainText('1 of 1')
  })

  test('shows who has it page by page, without JavaScript', async ({ newVisitor }) => {
    const page = await newVisitor({ javaScriptEnabled: false })
    await page.goto(favorite)
    const lists = page.getByRole('region', { name: 'Who has it now' })
    const names = () => lists.getByText(/^@/).allTextContents()
    const first = await names()
    expect(first).toHaveLength(10)
    await lists.getByRole('link', { name: 'More who have it' }).click()
    await expect(page).toHaveURL(/\?after=\d+-\d+#lists$/)
    await expect.poll(names).not.toEqual(first)
    expect((await names()).filter(name => first.includes(name))).toEqual([])
    await lists.getByRole('link', { name: 'Back to the most followed' }).click()
    await expect.poll(names).toEqual(first)
  })

  test('is linked from drops, charts and the own list, but not before it is saved', async ({
    as,
    page,
  }) => {
    await visit(page, '/haruka/drops/3')
    await expect(page.locator(`main a[href="${esperanza}"]`)).toHaveCount(1)
    await visit(page, '/charts#trending-tracks')
    await openMenu(page)
    await expect(page.getByRole('link', { name: 'Who has it' })).toBeVisible()
    const member = await as('lea', '/home')
    await expect(member.locator('main h2 a[href^="/tracks/"]')).toHaveCount(2)
    const { dialog, field } = await openAddDialog(member)
    await field.fill('https://open.spotify.com/track/1DzMkx08Zq6aDDhsRDVnPb')
    await dialog.getByRole('button', { name: /^Add/ }).click()
    await expect(member.getByRole('button', { name: 'Save changes' })).toBeVisible()
    await expect(member.locator('main h2 a[href^="/tracks/"]')).toHaveCount(2)
  })

  test('shows a member their own change at once', async ({ as }) => {
    const page = await as('juniper-tapes')
    await visit(page, esperanza)
    await expect(page.getByRole('link', { name: /@juniper-tapes/ })).toHaveCount(0)
    await addTrack(page, '7newcomer7newcomer7new')
    await visit(page, '/tracks/7newcomer7newcomer7new')
    await expect(page.getByText('person has it')).toBeVisible()
    await expect(page.getByRole('link', { name: /@juniper-tapes/ })).toContainText('Number 1')
  })

  test('that nobody has had is not found, in words', async ({ page, request }) => {
    for (const path of ['/tracks/unknown', '/tracks/not%20an%20id', '/tracks/a-b']) {
      expect((await request.get(path)).status()).toBe(404)
      await visit(page, path)
      await expect(page.getByRole('heading', { name: 'Track Not Found' })).toBeVisible()
    }
    await visit(page, '/')
    await navigate(page, '/tracks/unknown')
    await expect(page.getByText('Nobody has had this track on their Radr yet.')).toBeVisible()
    await page.getByRole('link', { name: 'Trending Tracks' }).click()
    await expect(page).toHaveURL('/charts#trending-tracks')
  })
})
