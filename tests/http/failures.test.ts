import { expect, test } from 'vitest'
import { failureCodes } from '../../src/contract/failure-codes.shared.ts'
import { openTestApp } from '../test-app.ts'

const app = await openTestApp()

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
] as const)('%s %s fails with the code of its cause', async (method, path, body, headers, code) => {
  const { status, body: failure } = await app.visitor().call(method, path, body, headers)
  expect(failure).toMatchObject({ message: expect.any(String), code })
  expect(status).toBe(failureCodes[code])
})

test('An internal error has a code and no details', async () => {
  await app.context.db.schema.alterTable('charts').renameTo('gone').execute()
  const { status, body } = await app.visitor().call('GET', '/api/charts/top-users')
  await app.context.db.schema.alterTable('gone').renameTo('charts').execute()
  expect(status).toBe(500)
  expect(body).toEqual({
    code: 'internal_error',
    message: 'Something went wrong on our side. Please try again.',
  })
})
