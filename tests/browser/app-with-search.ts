import { startMockOutside } from '../servers/mock-outside.ts'
import { addSpotify, spotifyKeys } from '../servers/mock-spotify.ts'
import { test as base } from './fixtures.ts'
import { startSeededApp } from './seeded-app.ts'

/** The seeded app with keys of the Web API, which a server of the tests answers. */
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

export const test = base.extend({
  seededApp: async ({ startOnce }, use) => use(await startOnce(startAppWithKeys)),
})
