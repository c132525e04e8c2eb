import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomRuns } from '../../../tests/random-runs.ts'
import { type Client, openTestApp } from '../../../tests/test-app.ts'
import { usernameSchema } from '../credentials.schemas.ts'
import { isReserved } from './reserved-names.ts'

const app = await openTestApp()

const wellFormed = fc.stringMatching(/^[A-Za-z0-9_-]{3,30}$/)
const isUsername = (text: string) => usernameSchema.safeParse(text).success

test('Only 3 to 30 letters, digits, underscores and hyphens are a username, without the spaces around it', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 35 }),
    fc
      .tuple(wellFormed, fc.constantFrom('\n', ' ', '.', '/', '%', 'é', 'ı', '\u202e', '\0'))
      .map(parts => parts.join('')),
    fc.stringMatching(/^[A-Za-z0-9_-]{0,40}$/),
  )
  fc.assert(
    fc.property(text, text => {
      const units = [...text.trim()]
      const fits =
        units.length >= 3 && units.length <= 30 && units.every(unit => allowed.includes(unit))
      expect(isUsername(text)).toBe(fits)
    }),
    { numRuns: randomRuns(2_000) },
  )
})

const allowed = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'

test('A name is reserved or free in every case', () => {
  const name = fc.oneof(wellFormed, fc.constantFrom('admin', 'radr', 'radr-team', 'settings'))
  fc.assert(
    fc.property(name, name => {
      const answers = [name, name.toLowerCase(), name.toUpperCase()].map(each =>
        isReserved(each, app.context.config),
      )
      expect(new Set(answers).size).toBe(1)
    }),
  )
})

test('A name that is reported as available can be taken, and is then taken for others in every case', async () => {
  const member = await app.member()
  const others = app.visitor()
  const available = async (who: Client, username: string) =>
    (await who.call<{ available: boolean }>('POST', '/api/username-available', { username })).body
      .available
  const space = fc.stringMatching(/^[ \n\t\u00a0]{0,3}$/)
  const property = fc.asyncProperty(wellFormed, space, space, async (name, before, after) => {
    const typed = before + name + after
    const expected = await available(member, typed)
    const { status } = await member.call('PUT', '/api/user/username', { username: typed })
    expect(status).toBe(expected ? 200 : isReserved(name, app.context.config) ? 400 : 409)
    expect(await available(others, name.toUpperCase())).toBe(false)
    expect(await available(others, name.toLowerCase())).toBe(false)
    if (!expected) return
    const path = `/api/profile/${name.toUpperCase()}`
    expect((await others.call<{ username: string }>('GET', path)).body.username).toBe(name)
  })
  await fc.assert(property, { numRuns: randomRuns(60) })
})
