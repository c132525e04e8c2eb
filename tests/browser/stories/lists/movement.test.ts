import { expect } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { neverRespond } from '../../mock-responses.ts'
import { addTrack, listedTracks, visit } from '../../page-actions.ts'

const line = /same number one, \d+ drops running|a new number one/

test.describe('What a drop changed', () => {
  test('is said below the note, beside each track that moved, and for the tracks that left', async ({
    page,
    newVisitor,
  }) => {
    const withoutScript = await newVisitor({ javaScriptEnabled: false })
    for (const visitor of [page, withoutScript]) {
      await visitor.goto('/kofi/drops/9')
      await expect(visitor.getByText(line)).toBeVisible()
      const tracks = listedTracks(visitor)
      const marks = await tracks.locator('.sr-only').allTextContents()
      const moved = marks.filter(mark => /^(?:new|back again|(?:up|down) \d places?)$/.test(mark))
      expect(moved.length).toBeGreaterThan(0)
      expect(moved.length).toBeLessThan(7)
      await expect(visitor.getByText(/^\d drops · best #\d$/).first()).toBeVisible()
      await expect(visitor.getByText(/^Out: .+, was \d$/)).toBeVisible()
    }
  })

  test('is shown to its owner before the drop, as it is said afterwards, and does not delay it', async ({
    as,
  }) => {
    const page = await as('harbor-radio')
    await addTrack(page, '0VjIjW4GlUZAMYd2vXMi3b')
    await neverRespond(page, '**/api/drops/preview')
    await visit(page, '/home')
    await page.getByRole('button', { name: 'DROP', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Drop it' })).toBeEnabled()
    await page.unrouteAll()
    await page.reload()
    await page.getByRole('button', { name: 'DROP', exact: true }).click()
    const preview = page.getByRole('dialog').getByText(/^Drop #\d+ · /)
    const [number = '', said = ''] = (await preview.textContent())?.split(' · ') ?? []
    await page.getByRole('button', { name: 'Drop it' }).click()
    await page.getByRole('dialog').getByRole('link', { name: number, exact: true }).click()
    await expect(page.getByText(said, { exact: true })).toBeVisible()
  })
})
