import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { isReserved } from '../../src/members/usernames/reserved-names.ts'
import { openTestApp } from '../test-app.ts'

// src/members/usernames/reserved-names.unit.test.ts checks the URLs of pages.

const app = await openTestApp({ SMTP_URL: '' })

const firstWords = (paths: string[]) => [
  ...new Set(paths.map(path => path.split('/')[1] ?? '').filter(word => /^\w/.test(word))),
]

test('The first segment of every route is a reserved username', () => {
  const words = firstWords(app.hono.routes.map(({ path }) => path))
  expect(words).toEqual(
    expect.arrayContaining([
      'api',
      'avatars',
      'healthz',
      'livez',
      'readyz',
      'outbox',
      'unsubscribe',
    ]),
  )
  expect(words.filter(word => !isReserved(word, app.context.config))).toEqual([])
})

test('The names of public files are reserved usernames', async () => {
  const files = await readdir(new URL('../../public', import.meta.url))
  // A name with a dot is no username.
  const names = [...files, 'assets'].filter(name => /^[A-Za-z0-9_-]{3,30}$/.test(name))
  expect(names.filter(name => !isReserved(name, app.context.config))).toEqual([])
})

test('A route with a first segment that is not reserved is found', () => {
  expect(firstWords(['/', '/*', '/:username', '/brand-new/:id'])).toEqual(['brand-new'])
  expect(isReserved('brand-new', app.context.config)).toBe(false)
})
