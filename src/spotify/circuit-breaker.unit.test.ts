import { beforeEach, expect, test } from 'vitest'
import { CircuitOpenError, createCircuitBreaker } from './circuit-breaker.ts'

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
const create = () => createCircuitBreaker({ now: () => now, threshold: 3, cooldownMs: 1000 })

test('After three failures in a row the service is not called until the cooldown has passed', async () => {
  const breaker = create()
  for (let i = 0; i < 10; i++) await expect(breaker.run(fail)).rejects.toThrow()
  expect(asked).toBe(3)
  now = 999
  await expect(breaker.run(fail)).rejects.toThrow(CircuitOpenError)
  now = 1000
  await expect(breaker.run(fail)).rejects.toThrow('down')
})

test('After the cooldown one more failure reopens the circuit, and one success closes it', async () => {
  const breaker = create()
  for (let i = 0; i < 3; i++) await expect(breaker.run(fail)).rejects.toThrow('down')
  now = 1000
  await expect(breaker.run(fail)).rejects.toThrow('down')
  await expect(breaker.run(fail)).rejects.toThrow(CircuitOpenError)
  now = 2000
  expect(await breaker.run(async () => 'well')).toBe('well')
  await expect(breaker.run(fail)).rejects.toThrow('down')
  expect(await breaker.run(async () => 'well')).toBe('well')
})
