import * as z from 'zod/mini'
import { paths } from '../../contract/paths.shared.ts'
import type { Context } from '../../platform/context.ts'
import type { Endpoint } from '../../platform/endpoint.shared.ts'
import { type App, handle, registeredCalls, shareRoute } from '../../platform/http.ts'
import { apiDocsPage } from './api-docs-page.ts'
import { type ApiDocument, describeApi } from './api-document.ts'

const openApiDocument = {
  route: 'GET /api/openapi.json',
  access: 'anyone',
  shared: true,
  summary: 'This description, as OpenAPI 3.1.',
  response: z.looseObject({ openapi: z.string() }),
} satisfies Endpoint

export function apiDocsRoutes(app: App, { config }: Context) {
  let document: ApiDocument | undefined
  const describeOnce = () => {
    document ??= describeApi(registeredCalls(app), config)
    return document
  }

  handle(app, openApiDocument, describeOnce)

  shareRoute(app, { path: paths.apiDocs })
  app.get(paths.apiDocs, c => c.html(apiDocsPage(describeOnce())))
}
