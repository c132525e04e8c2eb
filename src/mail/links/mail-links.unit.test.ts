import { createSecretKey } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomRuns } from '../../../tests/random-runs.ts'
import { derivedToken, newToken } from '../../platform/secrets/tokens.ts'
import { addressToken, openMailLink } from './mail-links.ts'

const key = createSecretKey(Buffer.alloc(32, 1))
const purpose = fc.constantFrom(
  'unsubscribe',
  'header-unsubscribe',
  'weekly',
  'choices',
  'reminder',
)
const id = fc.integer({ min: 1, max: 2 ** 48 })

test('Tokens of mailed links have letters and digits alone, because mail programs end a link before other characters', () => {
  fc.assert(
    fc.property(purpose, id, fc.emailAddress(), (purpose, id, address) => {
      const token = addressToken(purpose, id, address, key)
      expect(token).toMatch(/^[A-Za-z\d]{17,}$/)
      const link = openMailLink(token, key)
      expect(link?.id).toBe(id)
      expect(link?.isSigned(purpose)).toBe(true)
      expect(link?.isFor(purpose, address)).toBe(true)
      expect(link?.isFor(purpose, `x${address}`)).toBe(false)
      expect(derivedToken(`${purpose} ${id}`, key)).toMatch(/^[A-Za-z\d]{43}$/)
      expect(newToken().token).toMatch(/^[A-Za-z\d]{43}$/)
    }),
    { numRuns: randomRuns(2_000) },
  )
})
