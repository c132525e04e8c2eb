import { expect } from '@playwright/test'
import { startMockOutside } from '../../../servers/mock-outside.ts'
import { addSpotify, readTitles, spotifyKeys } from '../../../servers/mock-spotify.ts'
import { test as base } from '../../fixtures.ts'
import { visit } from '../../page-actions.ts'
import { startSeededApp } from '../../seeded-app.ts'

async function startAppWithKeys() {
  const outside = await startMockOutside()
  await addSpotify(outside)
  const app = await startSeededApp({ settings: { OUTSIDE_SERVICES: outside.url, ...spotifyKeys } })
  const stop = async () => {
    await app.stop()
    await outside.close()
  }
  return { ...app, stop }
}

const test = base.extend({
  seededApp: async ({ startOnce }, use) => use(await startOnce(startAppWithKeys)),
})

const titles = await readTitles()
const linkTo = (index: number) => `https://open.spotify.com/track/${titles.at(index)?.id}`

test.describe('A follower by email answers a drop by the link of its mail', () => {
  test('with a song that the search finds, and a few words', async ({ page, seededApp }) => {
    const { title = '', artist = '' } = titles.at(-1) ?? {}
    await visit(page, `/follow/send-song?drop=6&token=${seededApp.links.song}`)
    await expect(page.getByRole('heading', { name: 'Send mira one song.' })).toBeVisible()
    await expect(
      page.getByText(
        'Your answer to drop #6. @mira alone sees it, and sees the address that the mail came to.',
      ),
    ).toBeVisible()
    const field = page.getByLabel('Your song')
    await field.fill(title)
    const found = page.getByRole('button', { name: `Add ${title}` }).first()
    await expect(found).toBeVisible()
    await field.press('Enter')
    await expect(found).toBeFocused()
    await page.keyboard.press('Enter')
    const words = page.getByLabel('A few words, if you like')
    await expect(words).toBeFocused()
    await expect(page.getByText(artist).first()).toBeVisible()
    await words.fill('x'.repeat(81))
    await expect(page.getByText('The words can have at most 80 characters')).toBeVisible()
    await words.fill('For the train on Sunday.')
    await page.getByRole('button', { name: 'Send it to @mira' }).click()
    await expect(page.getByRole('heading', { name: 'Sent.' })).toBeFocused()
    await expect(page.getByText('For the train on Sunday.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Sent.' })).toBeVisible()
  })

  test('with a link, without JavaScript', async ({ newVisitor, seededApp }) => {
    const page = await newVisitor({ javaScriptEnabled: false })
    const path = `/follow/send-song?drop=5&token=${seededApp.links.song}`
    await page.goto(path)
    await page.getByLabel('Your song').fill('Purple Rain')
    await page.getByRole('button', { name: 'Send it to @mira' }).click()
    await expect(page.getByRole('heading', { name: 'This was not sent' })).toBeVisible()
    await expect(page.getByText(/choose Share and “Copy Song Link” on a track/)).toBeVisible()
    await page.goto(path)
    await page.getByLabel('Your song').fill(linkTo(-2))
    await page.getByLabel('A few words, if you like').fill('<b>loud</b>')
    await page.getByRole('button', { name: 'Send it to @mira' }).click()
    await expect(page.getByRole('heading', { name: 'Sent.' })).toBeVisible()
    await expect(page.getByText('<b>loud</b>')).toBeVisible()
  })
})

test('A member who follows answers a drop from its page, with a link, and sees that it was sent', async ({
  as,
}) => {
  const page = await as('mira', '/kofi/drops/9')
  await page.getByRole('link', { name: /Send kofi one song\./ }).click()
  await expect(page.getByText('and sees your name, @mira.')).toBeVisible()
  await page.getByLabel('Your song').fill(linkTo(-3))
  await expect(page.getByRole('button', { name: 'Change' })).toBeVisible()
  await page.getByRole('button', { name: 'Send it to @kofi' }).click()
  await expect(page.getByRole('heading', { name: 'Sent.' })).toBeVisible()
  await page.getByRole('link', { name: 'See drop #9' }).click()
  await expect(page.getByRole('heading', { name: 'Drop #9' })).toBeVisible()
  // Who does not follow has no such line.
  const other = await as('boss', '/kofi/drops/9')
  await expect(other.getByRole('heading', { name: 'Drop #9' })).toBeVisible()
  await expect(other.getByRole('link', { name: /Send kofi/ })).toHaveCount(0)
})
