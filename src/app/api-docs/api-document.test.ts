import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { openTestApp, type TestResponse } from '../../../tests/test-app.ts'
import type { ApiDocument } from './api-document.ts'

const app = await openTestApp({ BRAND_NAME: 'Lists' })
const { body: document } = await app.visitor().call<ApiDocument>('GET', '/api/openapi.json')

/** Not calls: redirects for mail programs, and the answer to everything else. */
const noCalls = ['GET /api/unsubscribe/{token}', 'GET /api/reminder/{token}', 'ALL /api/*']

test('The document describes every call of the server and no other', () => {
  const served = app.hono.routes
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    .filter(route => route.includes(' /api/') && !noCalls.includes(route))
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  )
  expect(described.toSorted()).toEqual([...new Set(served)].toSorted())
  expect(described.length).toBeGreaterThan(35)
})

test('The document is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
})

test('Every call has a unique operation id, a summary and a default failure', () => {
  const operations = Object.values(document.paths).flatMap(methods => Object.values(methods))
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  for (const { summary, responses } of operations) {
    expect(summary).toMatch(/\.$/)
    expect(responses.default).toBeDefined()
  }
})

test('The document says who may make a call and what it takes', () => {
  expect(document.info.title).toBe('Lists API')
  expect(document.paths['/api/login']?.post).toMatchObject({
    security: [{}, { session: [] }],
    requestBody: {
      content: { 'application/json': { schema: { required: ['email', 'password'] } } },
    },
    responses: { 200: expect.anything(), 400: expect.anything(), 415: expect.anything() },
  })
  expect(document.paths['/api/tracks/{id}']?.delete).toMatchObject({
    security: [{ session: [] }],
    parameters: [{ name: 'id', in: 'path', required: true }],
    responses: { 204: { description: 'Done.' }, 401: expect.anything() },
  })
})

test.each([
  ['GET', '/api/user', undefined, {}, 'not_signed_in'],
  ['GET', '/api/profile/nobody', undefined, {}, 'not_found'],
  ['GET', '/api/nothing', undefined, {}, 'not_found'],
  ['POST', '/charts', undefined, {}, 'not_found'],
  ['POST', '/api/login', '{', {}, 'invalid_input'],
  ['POST', '/api/login', { email: 'a@b.test', password: 'x' }, {}, 'invalid_credentials'],
  ['POST', '/api/login', {}, { 'content-type': 'text/plain' }, 'unsupported_media_type'],
  ['POST', '/api/login', {}, { origin: 'https://evil.test' }, 'cross_site_request'],
  ['POST', '/api/login', 'x'.repeat(70_000), {}, 'too_large'],
  ['POST', '/unsubscribe', 'x'.repeat(9_000), {}, 'too_large'],
  ['POST', '/api/follows/confirm', { token: 'x' }, {}, 'invalid_token'],
] as const)('%s %s fails with a documented code', async (method, path, body, headers, code) => {
  const answer = await app.visitor().call<Failed>(method, path, body, headers)
  expectDocumented(answer, code)
})

test('An internal error has a documented code and no details', async () => {
  await app.context.db.schema.alterTable('charts').renameTo('gone').execute()
  const answer = await app.visitor().call<Failed>('GET', '/api/charts/top-users')
  await app.context.db.schema.alterTable('gone').renameTo('charts').execute()
  expectDocumented(answer, 'internal_error')
  expect(answer.body).toEqual({
    code: 'internal_error',
    message: 'Something went wrong on our side. Please try again.',
  })
})

type Failed = { code: string }

function expectDocumented({ status, body }: TestResponse<Failed>, code: string) {
  const { Failure } = document.components.schemas
  expect(Failure).toMatchObject({ required: ['message', 'code'] })
  expect(Failure?.properties).toMatchObject({
    code: { enum: expect.arrayContaining([code]) },
  })
  expect(body).toMatchObject({ message: expect.any(String), code })
  expect(document.info.description).toContain(`| \`${code}\` | ${status} |`)
}

test('The follow of a visitor is described with its own status', () => {
  const follow = document.paths['/api/users/{username}/followers']?.post
  expect(Object.keys(follow?.responses ?? {})).toEqual(expect.arrayContaining(['201', '202']))
})
