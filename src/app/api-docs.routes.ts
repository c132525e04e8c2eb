import * as z from 'zod/mini'
import type { Context } from '../platform/context.ts'
import { endpoint } from '../platform/endpoint.contract.ts'
import { type App, endpointsOf, handle } from '../platform/http.ts'
import { apiDocsPage } from './api-docs-page.ts'
import { type ApiDocument, describeApi } from './api-document.ts'

const getApiDocument = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'anyone',
  summary: 'This description, as OpenAPI 3.1.',
  answer: z.looseObject({ openapi: z.string() }),
})

/** What the API is, for programs and for people. */
export function apiDocsRoutes(app: App, { config }: Context) {
  let document: ApiDocument | undefined
  /** Made when first asked for: by then every call is registered. */
  const describeOnce = () => {
    document ??= describeApi(endpointsOf(app), config)
    return document
  }

  handle(app, getApiDocument, describeOnce)

  app.get('/api/docs', c => c.html(apiDocsPage(describeOnce())))
}
