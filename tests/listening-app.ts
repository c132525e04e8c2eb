import { afterAll } from 'vitest'
import { createFastPath } from '../src/server/fast-path/fast-path.ts'
import { listen } from '../src/server/listen.ts'
import { securityHeaders } from '../src/server/security-headers.ts'
import { noBrowserBuild } from './no-browser-build.ts'
import type { TestApp } from './test-app.ts'

/** The app behind a socket on a free port, as in production; it is closed after the file's last test. */
export async function listenTestApp({ hono, context }: TestApp, build = noBrowserBuild) {
  const server = await listen(hono, {
    host: '127.0.0.1',
    port: 0,
    setting: 'PORT',
    connectionsPerAddress: null,
    errorHeaders: await securityHeaders(context.config, build),
    fastPath: await createFastPath(hono, context, build),
  })
  afterAll(() => server.close())
  return server
}
