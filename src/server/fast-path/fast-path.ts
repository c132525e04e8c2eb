import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '../../platform/context.ts'
import type { App } from '../../platform/http/http.ts'
import type { BrowserBuild } from '../../web/pages/browser-build.ts'
import { securityHeaders } from '../security-headers.ts'
import { loadAssets, serveAsset } from './assets.ts'
import { createHostRedirect } from './host-redirect.ts'
import { createUrlLimit } from './long-urls.ts'
import { createVisitorCache } from './visitor-cache.ts'

export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

export async function createFastPath(
  app: App,
  context: Pick<Context, 'config' | 'db' | 'log' | 'budget'>,
  build: BrowserBuild,
): Promise<FastPath> {
  const headers = await securityHeaders(context.config, build)
  const refuseLongUrl = await createUrlLimit(context.config, headers)
  const assets = await loadAssets(build, headers)
  const redirectHost = createHostRedirect(context.config, headers)
  const serveVisitor = createVisitorCache(app, context)
  return (request, response) =>
    refuseLongUrl(request, response) ||
    redirectHost(request, response) ||
    serveAsset(assets, request, response) ||
    serveVisitor(request, response)
}
