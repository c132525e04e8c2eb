import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { emailFollowOf, keepEmailFollow } from './email-follows.ts'

afterEach(() => vi.unstubAllGlobals())

const names = ['mira', 'constructor', '__proto__', 'toString']

test('What the storage has of follows by mail is read as one of three states, and can be changed, whatever it is', () => {
  const state = fc.oneof(fc.jsonValue(), fc.constantFrom('following', Date.now(), -1))
  const near = fc.dictionary(fc.constantFrom(...names), state).map(value => JSON.stringify(value))
  const text = fc.oneof(near, fc.json(), fc.string())
  fc.assert(
    fc.property(text, fc.constantFrom(...names), (stored, name) => {
      let value = stored
      vi.stubGlobal('localStorage', {
        getItem: () => value,
        setItem: (_: string, text: string) => {
          value = text
        },
      })
      expect([null, 'asked', 'following']).toContain(emailFollowOf(name))
      for (const next of ['following', 'asked', null] as const) {
        keepEmailFollow(name, next)
        expect(emailFollowOf(name)).toBe(next)
      }
    }),
  )
})
