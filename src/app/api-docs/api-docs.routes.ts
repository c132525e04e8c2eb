import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import type { Endpoint } from '../../platform/endpoint.shared.ts'
import { type App, handle, registeredCalls } from '../../platform/http.ts'
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
  handle(app, openApiDocument, () => {
    document ??= describeApi(registeredCalls(app), config)
    return document
  })
}
