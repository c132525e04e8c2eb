import { expect, type Locator } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { listedTracks, visit } from '../../page-actions.ts'

test.describe('A profile', () => {
  test('shows who it is, the note of the latest drop and the list', async ({ page }) => {
    await visit(page, '/kofi')
    await expect(page).toHaveTitle('The Radr - kofi')
    await expect(page.getByText('63 followers')).toBeVisible()
    await expect(page.getByText('TOP TRACK')).toBeVisible()
    await expect(listedTracks(page)).toHaveCount(7)
    await expect(page.getByRole('button', { name: /Swap|Remove|^Move / })).toHaveCount(0)
    const badge = page.getByRole('img', { name: '64 days on Radr' })
    await expect(badge).toHaveText('64d')
    await badge.hover()
    await expect(badge).toHaveCSS('opacity', '1', { pseudo: 'after' })
    await expect(page.getByText('31d', { exact: true })).toBeVisible()
    const note = page.getByRole('figure')
    const link = note.getByRole('link', { name: /example\.com/ })
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveJSProperty('protocol', 'https:')
    await expect(link).toHaveCSS('color', 'rgb(84, 154, 209)')
    await note.getByRole('link', { name: 'Drop #9' }).click()
    await expect(page.getByRole('heading', { name: 'Drop #9' })).toBeVisible()
    await page.getByRole('link', { name: '@kofi' }).click()
    await page.getByRole('link', { name: '9 drops' }).click()
    await expect(page).toHaveURL('/kofi/drops')
  })

  test('shows a drawn cover in place of each that cannot be loaded', async ({ page }) => {
    await page.route('https://i.scdn.co/**', route => route.abort())
    await visit(page, '/kofi')
    const main = page.locator('main')
    await expect(main.locator('[style*="radial-gradient"]')).toHaveCount(13)
    await expect(main.locator('img[src^="https://i.scdn.co"]')).toHaveCount(0)
  })

  test('does not show a note older than the list, and says when the list is empty or a track is gone, under the title it had', async ({
    as,
    page,
  }) => {
    await visit(page, '/mira')
    await expect(page.getByText('TOP TRACK')).toBeVisible()
    const lost = listedTracks(page).filter({ hasText: 'No longer on Spotify' })
    await expect(lost).toBeVisible()
    await expect(lost.getByRole('heading')).not.toHaveText(/^Track /)
    const owner = await as('mira', '/home')
    const kept = owner.getByRole('article').filter({ hasText: 'No longer on Spotify' })
    await expect(kept.getByRole('button', { name: /^More for / })).toBeVisible()
    await expect(page.getByRole('figure')).toHaveCount(0)
    const spotify = page.getByRole('link', { name: 'Spotify profile' })
    await expect(spotify).toHaveAttribute('href', 'https://open.spotify.com/user/mira')
    await visit(page, '/newcomer')
    await expect(page.getByText('This user has no tracks on their Radr yet')).toBeVisible()
    await expect(page.getByText('0 followers')).toBeVisible()
  })
})

test.describe('A read-only list', () => {
  test('has its first track large, in the wall and in the rows beside it, narrower for four or fewer', async ({
    page,
  }) => {
    for (const [name, columns] of [
      ['solo', 0],
      ['lea', 1],
      ['Tomasz', 1],
      ['the-night-bus', 1],
      ['ines_b', 2],
      ['oldnoise', 3],
      ['kofi', 5],
    ] as const) {
      await page.goto(`/${name}`)
      const wall = page.locator('main div.grid[aria-hidden=true]').first()
      const [large, ...small] = await boxesOf(wall.locator('> *'))
      expect(new Set(small.map(({ x }) => x)).size, name).toBe(columns)
      for (const cover of small) expect(cover.width).toBeLessThan(large?.width ?? 0)
      const [first, ...others] = await boxesOf(listedTracks(page))
      expect(first?.x).toBeGreaterThan((large?.x ?? 0) + (large?.width ?? 0))
      for (const [index, other] of others.entries()) {
        expect(other.height).toBeLessThan(first?.height ?? 0)
        expect(other.x).toBe(first?.x)
        expect(other.y).toBeGreaterThan((others[index - 1] ?? first)?.y ?? 0)
      }
      expect((first?.width ?? 0) < 400, name).toBe(others.length < 4)
    }
  })
})

async function boxesOf(all: Locator) {
  await expect(all.first()).toBeVisible()
  return all.evaluateAll(elements =>
    elements.map(element => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x, y, width, height }
    }),
  )
}
