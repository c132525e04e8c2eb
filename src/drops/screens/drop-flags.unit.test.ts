import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { dropButtonHiddenSince } from './drop-flags.ts'

afterEach(() => vi.unstubAllGlobals())

test('Only a time hides the drop button, whatever else the storage has', () => {
  const { read } = dropButtonHiddenSince('mira')
  const text = fc.oneof(fc.string(), fc.json(), fc.constantFrom('9', '9999-12-31'))
  fc.assert(
    fc.property(text, text, (since, hidden) => {
      vi.stubGlobal('localStorage', {
        getItem: (key: string) => (key === 'dropButtonHidden' ? hidden : since),
      })
      expect(read()).toBeNull()
      hidden = 'true'
      expect(read()).toBeNull()
      since = '2026-01-01T00:00:00.000Z'
      expect(read()).toBe(since)
      since = '9999-12-31T00:00:00.000Z'
      expect(read()).toBeNull()
    }),
  )
})
