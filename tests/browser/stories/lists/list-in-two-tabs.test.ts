import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { chooseInMenu, post, register, visit } from '../../page-actions.ts'

const tracks = ['11dFghVXANMlKmJXsNCbNl', '4uLU6hMCjMI75M1A2tKUQC', '7ouMYWpwJ422jRcDASZB7P']

const shownTracks = (page: Page) =>
  page
    .getByRole('article')
    .getByRole('button', { name: /^Play / })
    .evaluateAll(buttons => buttons.map(button => button.ariaLabel ?? button.textContent))

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })

test('An edit made in one tab while another saves is kept, and both show the list of the server after both saves', async ({
  newVisitor,
  seededApp: { url },
}) => {
  const first = await newVisitor()
  await register(first, url, 'two-tabs')
  for (const id of tracks)
    await post(first, `${url}/api/tracks`, { spotifyUrl: `https://open.spotify.com/track/${id}` })
  await visit(first, '/home')
  await expect(first.getByRole('article')).toHaveCount(3)
  const second = await first.context().newPage()
  await visit(second, '/home')
  const saved = await shownTracks(second)

  // The server has deleted the first track, and the response is on its way.
  const deletion = Promise.withResolvers<void>()
  const deleted = Promise.withResolvers<void>()
  await first.route('**/api/tracks/*', async route => {
    const response = await route.fetch()
    deleted.resolve()
    await deletion.promise
    await route.fulfill({ response })
  })
  await chooseInMenu(first, 0, 'Remove track')
  await save(first).click()
  await deleted.promise
  await chooseInMenu(second, 0, 'Move down')
  deletion.resolve()
  await expect(first.getByText('Saving')).toHaveCount(0)
  await first.unrouteAll()
  await expect(save(second)).toBeVisible()
  await save(second).click()
  await expect(save(second)).toBeHidden()
  await expect(save(first)).toBeHidden()

  const list: { spotify_track_id: string }[] = await (await first.request.get('/api/tracks')).json()
  expect(list.map(track => track.spotify_track_id)).toEqual([tracks[2], tracks[1]])
  await expect.poll(() => shownTracks(first)).toEqual(await shownTracks(second))
  expect(await shownTracks(second)).toHaveLength(2)
  expect(saved).toHaveLength(3)
})
