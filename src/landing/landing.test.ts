import { expect, test } from 'vitest'
import { saveTracks } from '../../tests/drop-audience.ts'
import { noBrowserBuild } from '../../tests/no-browser-build.ts'
import { openTestApp } from '../../tests/test-app.ts'
import { createApp } from '../app/server.ts'
import { sampleTracks } from './sample-tracks.shared.ts'

const app = await openTestApp()

const landingPage = async (sampleProfile: string | null) => {
  const context = { ...app.context, config: { ...app.context.config, sampleProfile } }
  return (await createApp(context, noBrowserBuild).request('/')).text()
}

const titles = sampleTracks.flatMap(({ title }) => (/[&']/.test(title) ? [] : title))

test('Without a sample profile, or with one that has no tracks, the landing page shows a list of its own', async () => {
  const { username } = await app.member()
  for (const profile of [null, 'nobody', username]) {
    const page = await landingPage(profile)
    for (const title of titles) expect(page, `${profile}`).toContain(title)
  }
})

test('With a sample profile the landing page shows the list of that member, and of no other', async () => {
  const [sample, other] = [await app.member(), await app.member()]
  for (const member of [sample, other]) await saveTracks(member)
  const page = await landingPage(sample.username)
  expect(page).toContain(`href="/${sample.username}"`)
  expect(page).not.toContain(other.username)
  for (const title of titles) expect(page).not.toContain(title)
})
