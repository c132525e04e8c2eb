import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { chooseInMenu, openNewMember, someTracks, visit } from '../../page-actions.ts'

const shownTracks = (page: Page) =>
  page
    .getByRole('article')
    .getByRole('button', { name: /^Play / })
    .evaluateAll(buttons => buttons.map(button => button.ariaLabel ?? button.textContent))

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })

test('An edit made in one tab while another saves is kept, and both show the list of the server after both saves', async ({
  newVisitor,
}) => {
  const first = await newVisitor()
  await openNewMember(first, 'two-tabs')
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
  expect(list.map(track => track.spotify_track_id)).toEqual([someTracks[2], someTracks[1]])
  await expect.poll(() => shownTracks(first)).toEqual(await shownTracks(second))
  expect(await shownTracks(second)).toHaveLength(2)
  expect(saved).toHaveLength(3)
})
