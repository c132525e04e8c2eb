import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { emailFollowOf, emailTyped, keepEmailFollow } from './email-follows.ts'

afterEach(() => vi.unstubAllGlobals())

const names = ['mira', 'constructor', '__proto__', 'toString']

test('What the storage has of follows by mail is read as one of three states and an address, and can be changed, whatever it is', () => {
  const since = fc.oneof(fc.jsonValue(), fc.constantFrom('following', Date.now(), -1))
  const state = fc.oneof(since, fc.tuple(since, fc.oneof(fc.emailAddress(), fc.jsonValue())))
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
      expect(typeof emailTyped(name)).toBe('string')
      for (const next of ['asked', 'following'] as const) {
        keepEmailFollow(name, next, next === 'asked' ? 'ann@mail.test' : undefined)
        expect(emailFollowOf(name)).toBe(next)
        for (const each of [name, 'somebody-else']) expect(emailTyped(each)).toBe('ann@mail.test')
      }
      keepEmailFollow(name, null)
      expect(emailFollowOf(name)).toBe(null)
    }),
  )
})
