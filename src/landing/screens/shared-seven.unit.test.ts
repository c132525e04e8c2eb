import { expect, test } from 'vitest'
import { readSharedSeven, sharedSevenPath } from './shared-seven.ts'

const ids = ['7H71gZwWs3xPWnHM30NDUp', '2ssoK2Vqu6gzlyHhBwxi2w', '3vqINomEEpyG7nlUfqbd49']

test('A shared URL is that of the landing page, and its hash has the tracks in order', () => {
  const path = sharedSevenPath(ids)
  const { pathname, search, hash } = new URL(path, 'https://radr.test')
  expect([pathname, search]).toEqual(['/', ''])
  expect(readSharedSeven(hash)).toEqual(ids)
})

test('Any other hash gives what may be a track, each once, and seven at most', () => {
  for (const hash of ['', '#', '#your-seven', '#seven=', '#seven=..', '#seven=<b>.a/b.a%20b'])
    expect(readSharedSeven(hash)).toEqual([])
  expect(readSharedSeven(`#seven=${ids[0]}.../..${ids[0]}.?`)).toEqual([ids[0]])
  const many = Array.from({ length: 9 }, (_, index) => `track${index}`)
  expect(readSharedSeven(`#seven=${many.join('.')}`)).toEqual(many.slice(0, 7))
})
