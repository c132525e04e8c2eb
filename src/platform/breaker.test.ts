import { beforeEach, expect, test } from 'vitest'
import { openBreaker } from './breaker.ts'

let now = 0
let asked = 0
beforeEach(() => {
  now = 0
  asked = 0
})

const fail = () => {
  asked++
  return Promise.reject(new Error('down'))
}
const open = () => openBreaker({ now: () => new Date(now) }, { failures: 3, restMs: 1000 })

test('A service that failed three times in a row is left alone for a while', async () => {
  const ask = open()
  for (let i = 0; i < 10; i++) await expect(ask(fail)).rejects.toThrow()
  expect(asked).toBe(3)
})

test('After the rest one more failure is enough, and one success forgives all', async () => {
  const ask = open()
  for (let i = 0; i < 3; i++) await expect(ask(fail)).rejects.toThrow('down')
  now = 1000
  await expect(ask(fail)).rejects.toThrow('down')
  await expect(ask(fail)).rejects.toThrow('left alone')
  now = 2000
  expect(await ask(async () => 'well')).toBe('well')
  await expect(ask(fail)).rejects.toThrow('down')
  expect(await ask(async () => 'well')).toBe('well')
})
