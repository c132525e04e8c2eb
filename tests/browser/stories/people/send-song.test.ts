import { expect } from '@playwright/test'
import { readTitles } from '../../../servers/mock-spotify.ts'
import { test } from '../../app-with-search.ts'
import { respond } from '../../mock-responses.ts'
import { menuItem, openSetting, visit } from '../../page-actions.ts'

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
    await expect(page.getByPlaceholder('Paste a link from Spotify')).toBeVisible()
    await page.getByLabel('Your song').fill('Purple Rain')
    await page.getByLabel('A few words, if you like').fill('<b>loud</b>')
    await page.getByRole('button', { name: 'Send it to @mira' }).click()
    await expect(page.getByText(/^This is no link to a track\./)).toBeVisible()
    await expect(page.getByLabel('Your song')).toHaveValue('Purple Rain')
    await page.getByLabel('Your song').fill(linkTo(-2))
    await page.getByRole('button', { name: 'Send it to @mira' }).click()
    await expect(page.getByRole('heading', { name: 'Sent.' })).toBeVisible()
    await expect(page.getByText('<b>loud</b>')).toBeVisible()
  })
})

test('A member sees what came back, puts it on the list, dismisses and blocks', async ({
  as,
  newVisitor,
  seededApp,
}) => {
  const { title = '', id } = titles.at(-4) ?? {}
  const byMail = await newVisitor()
  await visit(byMail, `/follow/send-song?drop=1&token=${seededApp.links.song}`)
  await byMail.getByLabel('Your song').fill(`https://open.spotify.com/track/${id}`)
  await byMail.getByLabel('A few words, if you like').fill('from the pier')
  await byMail.getByRole('button', { name: 'Send it to @mira' }).click()
  await expect(byMail.getByRole('heading', { name: 'Sent.' })).toBeVisible()
  const kofi = await as('kofi', '/follow/send-song?drop=1&to=mira')
  await kofi.getByLabel('Your song').fill(linkTo(-5))
  await kofi.getByRole('button', { name: 'Send it to @mira' }).click()
  await expect(kofi.getByRole('heading', { name: 'Sent.' })).toBeVisible()

  const page = await as('mira', '/mira/drops/1')
  await page.getByRole('link', { name: '2 songs came back' }).click()
  const songs = page.getByRole('region', { name: /songs? came back$/ })
  const song = (words: string) => songs.getByRole('listitem').filter({ hasText: words })
  await expect(song('from @kofi').getByRole('link', { name: '@kofi' })).toBeVisible()
  const byFan = song('from the pier')
  await expect(byFan.getByRole('heading', { name: title })).toBeVisible()
  await expect(byFan.getByText(/^fan\.\S+@letters\.example\.org$/)).toBeVisible()
  await expect(songs.getByRole('button', { name: `Play ${title}` })).toBeVisible()

  await songs.getByRole('button', { name: 'Dismiss all' }).click()
  await expect(page.getByText(/^\d songs are put away\.$/)).toBeVisible()
  await expect(songs).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(byFan).toBeVisible()

  // The list is full, so the song takes a place.
  await song('from @kofi')
    .getByRole('button', { name: /^Put it on the list: / })
    .click()
  await page.getByRole('dialog', { name: 'Swap track' }).getByRole('button', { name: /^7/ }).click()
  await expect(song('from @kofi').getByText('On your list')).toBeVisible()
  await expect(page.getByText('via @kofi').first()).toBeVisible()

  await byFan.getByRole('button', { name: /^More about / }).click()
  await menuItem(page, 'Block').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click()
  await expect(byFan).toHaveCount(0)
  await song('from @kofi')
    .getByRole('button', { name: /^Dismiss / })
    .click()
  await expect(songs).toHaveCount(0)
  await expect(page.getByText('The song is put away.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(song('from @kofi')).toBeVisible()
})

test('A member switches songs off, and who follows is not asked any more', async ({ as }) => {
  const page = await as('haruka', '/settings')
  await openSetting(page, 'Songs')
  const songs = page.getByRole('switch', { name: 'Followers can send me one song for each drop' })
  await expect(songs).toBeChecked()
  await page.getByText('Followers can send me one song').click()
  await expect(songs).not.toBeChecked()
  await expect(
    page.getByText('Nobody is asked for a song, and what came back is not shown.'),
  ).toBeVisible()
  const follower = await as('mira', '/haruka/drops/3')
  await expect(follower.getByRole('heading', { name: 'Drop #3' })).toBeVisible()
  await expect(follower.getByRole('link', { name: /Send haruka/ })).toHaveCount(0)
  await visit(follower, '/follow/send-song?drop=3&to=haruka')
  await expect(follower.getByRole('heading', { name: 'No songs for now' })).toBeVisible()
  await follower.getByRole('link', { name: 'See drop #3' }).click()
  await expect(follower).toHaveURL('/haruka/drops/3')
})

test('Who does not follow is shown the way to the list', async ({ as }) => {
  const page = await as('boss', '/follow/send-song?drop=9&to=kofi')
  await expect(page.getByRole('heading', { name: 'Only followers can send a song' })).toBeVisible()
  await page.getByRole('link', { name: 'See @kofi’s seven' }).click()
  await expect(page).toHaveURL('/kofi')
})

test('A member who follows answers a drop from its page, with a link, and sees that it was sent', async ({
  as,
}) => {
  const page = await as('mira', '/kofi/drops/9')
  await page.getByRole('link', { name: /Send kofi one song\./ }).click()
  await expect(page.getByText('and sees your name, @mira.')).toBeVisible()
  await page.getByLabel('Your song').fill(linkTo(-3))
  await expect(page.getByRole('button', { name: 'Change' })).toBeVisible()
  const gone = 'Spotify does not know this track.'
  const refusal = { code: 'unknown_track', field: 'spotifyUrl', message: gone }
  await respond(page, '**/api/returned-songs', refusal, 404)
  await page.getByRole('button', { name: 'Send it to @kofi' }).click()
  await expect(page.getByText(gone)).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Send it to @kofi' }).click()
  await expect(page.getByRole('heading', { name: 'Sent.' })).toBeVisible()
  await page.getByRole('link', { name: 'See drop #9' }).click()
  await expect(page.getByRole('heading', { name: 'Drop #9' })).toBeVisible()
  // A member who does not follow has no such line.
  const other = await as('boss', '/kofi/drops/9')
  await expect(other.getByRole('heading', { name: 'Drop #9' })).toBeVisible()
  await expect(other.getByRole('link', { name: /Send kofi/ })).toHaveCount(0)
})
