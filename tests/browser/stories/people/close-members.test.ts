import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { mockPlayer } from '../../mock-responses.ts'
import { addTrack, navigate, post, visit } from '../../page-actions.ts'

const close = (page: Page) => page.getByRole('region', { name: 'Close to your seven' })

test.describe('Members whose lists share tracks with one’s own', () => {
  test('are after the third drop of the feed and after one’s own people, with what both have', async ({
    as,
  }) => {
    const page = await as('mira', '/feed')
    // Tracks that others took from mira's list in another story are left out, and the record of the week.
    const articles = page
      .getByRole('feed')
      .locator('article:not([aria-label^="Tracks from"])')
      .filter({ hasNotText: 'The record of the week' })
    await expect(articles.nth(3)).toHaveAccessibleName('Close to your seven')
    await expect(articles.nth(3).getByRole('listitem')).toHaveCount(3)
    await visit(page, '/people')
    await expect(close(page).getByRole('listitem').first()).toBeVisible()
    await expect(
      close(page)
        .getByText(/^You both have .+ and .+/)
        .first(),
    ).toBeVisible()
    // Neither mira nor those whom mira follows are suggested.
    for (const name of ['@haruka', '@zed', '@mira'])
      await expect(close(page).getByRole('link', { name, exact: true })).toHaveCount(0)
    const yOf = async (text: string) => (await page.getByText(text).first().boundingBox())?.y ?? 0
    expect(await yOf('1–10 of 12')).toBeLessThan(await yOf('Close to your seven'))
  })

  test('are in an empty feed, which shows the drops of one who is followed from there', async ({
    as,
  }) => {
    const page = await as('nearly', '/feed')
    await expect(page.getByText('Your feed is empty')).toBeVisible()
    const first = close(page).getByRole('link').first()
    const name = await first.innerText()
    await first.click()
    await expect(page.getByText('You share 6 tracks')).toBeVisible()
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Following' })).toBeVisible()
    await page.getByRole('link', { name: 'Feed' }).click()
    await expect(page.getByRole('feed').getByText(name).first()).toBeVisible()
    await expect(page.getByText('Your feed is empty')).toHaveCount(0)
    await page.getByRole('link', { name: 'My people' }).click()
    await expect(close(page).getByRole('link')).not.toHaveCount(0)
    await expect(close(page).getByRole('link', { name, exact: true })).toHaveCount(0)
  })
})

test('A newcomer plays and follows this week’s most followed in an empty feed, whose rows stay', async ({
  as,
}) => {
  const page = await as('newcomer')
  await mockPlayer(page)
  await visit(page, '/feed')
  const row = page.getByRole('region', { name: 'Dropped this week' }).getByRole('listitem').first()
  await row.getByRole('button', { name: 'Play @kofi’s seven' }).click()
  await expect(page.getByRole('region', { name: 'Player' }).getByText('1 of 7')).toBeVisible()
  await row.getByRole('button', { name: 'Follow @kofi' }).click()
  await expect(row.getByRole('button', { name: 'Following @kofi' })).toBeVisible()
  await visit(page, '/feed')
  await expect(page.getByRole('feed').getByText('@kofi').first()).toBeVisible()
  await post(page, '/api/unfollow/kofi')
})

test.describe('A profile', () => {
  test('says what its member and the viewer share, as both lists are now', async ({
    as,
    page: visitor,
  }) => {
    const page = await as('boss', '/devon')
    const share = page.getByText(/^You share \d tracks?/)
    await expect(share).toHaveText('You share 4 tracks')
    await expect(share.locator('..').getByRole('link')).toHaveCount(2)
    await visit(page, '/kofi')
    await expect(page.getByText('TOP TRACK')).toBeVisible()
    await expect(share).toHaveCount(0)
    await addTrack(page, '2aS8459W3fVdMa2r8sRSd8')
    await visit(page, '/kofi')
    await expect(share).toHaveText('You share 1 track')
    await visit(page, '/boss')
    await expect(page.getByText('TOP TRACK')).toBeVisible()
    await expect(share).toHaveCount(0)
    await visit(visitor, '/devon')
    await expect(visitor.getByText('TOP TRACK')).toBeVisible()
    await expect(visitor.getByText(/You share/)).toHaveCount(0)
    await navigate(page, '/devon')
    await expect(share).toHaveText('You share 4 tracks')
  })
})
