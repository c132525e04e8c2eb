import { expect, test } from 'vitest'
import { saveTracks } from '../../tests/drop-audience.ts'
import { noBrowserBuild } from '../../tests/no-browser-build.ts'
import { openTestApp } from '../../tests/test-app.ts'
import { createApp } from '../app/server.ts'
import type { Config } from '../platform/config/config.ts'
import { sampleTracks } from './sample-tracks.shared.ts'

const app = await openTestApp()

const appWith = (settings: Partial<Config>) =>
  createApp({ ...app.context, config: { ...app.context.config, ...settings } }, noBrowserBuild)

const landingPage = async (sampleProfile: string | null) =>
  (await appWith({ sampleProfile }).request('/')).text()

const titles = sampleTracks.flatMap(({ title }) => (/[&']/.test(title) ? [] : title))

test('Without a sample profile, or with one that has no tracks, the landing page shows a list of its own', async () => {
  const { username } = await app.member()
  for (const profile of [null, 'nobody', username]) {
    const page = await landingPage(profile)
    for (const title of titles) expect(page, `${profile}`).toContain(title)
    expect(page).toContain('property="og:image" content="http://radr.test/icon-512.png"')
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

test('The landing page names the drop of its sample profile until that list is changed', async () => {
  const sample = await app.member()
  await saveTracks(sample)
  await sample.call('POST', '/api/drops', {})
  const dropLine = /Drop #(<!-- -->)?1\b/
  expect(await landingPage(sample.username)).toMatch(dropLine)
  app.pass(1000)
  await saveTracks(sample, 2)
  expect(await landingPage(sample.username)).not.toMatch(dropLine)
})

test('Another brand is on every page and in the URL of the list of members', async () => {
  const other = appWith({ brand: 'TuneBox', sampleProfile: null })
  for (const path of ['/', '/login', '/charts', '/feed', '/nobody', '/a/b/c']) {
    const page = await (await other.request(path)).text()
    expect(page, path).toContain('TuneBox')
    expect(page, path).not.toContain('Radr')
  }
  expect((await other.request('/tuneboxs')).headers.get('location')).toBe('/login')
  expect((await other.request('/radrs')).status).toBe(404)
})
