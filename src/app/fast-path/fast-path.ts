import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '../../platform/context.ts'
import type { App } from '../../platform/http.ts'
import type { BrowserBuild } from '../pages/browser-build.ts'
import { loadAssets, serveAsset } from './assets.ts'
import { createHostRedirect } from './host-redirect.ts'
import { createVisitorCache } from './visitor-cache.ts'

export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

export async function createFastPath(
  app: App,
  context: Pick<Context, 'config' | 'db' | 'log'>,
  build: BrowserBuild,
): Promise<FastPath> {
  const assets = await loadAssets(build)
  const redirectHost = createHostRedirect(context.config)
  const serveVisitor = createVisitorCache(app, context)
  return (request, response) =>
    redirectHost(request, response) ||
    serveAsset(assets, request, response) ||
    serveVisitor(request, response)
}
