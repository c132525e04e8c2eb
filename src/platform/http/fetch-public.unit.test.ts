import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomRuns } from '../../../tests/random-runs.ts'
import { fetchPublic } from './fetch-public.ts'

const octet = fc.nat(255)
const written = (value: number, radix: 8 | 10 | 16) =>
  ({ 8: '0', 10: '', 16: '0x' })[radix] + value.toString(radix)
const radix = fc.constantFrom<8 | 10 | 16>(8, 10, 16)

/** An IPv4 address of one to four parts, the last of which stands for all that are left out, each in any radix. */
const ipv4 = fc
  .tuple(
    fc.tuple(octet, octet, octet, octet),
    fc.integer({ min: 1, max: 4 }),
    fc.array(radix, { minLength: 4, maxLength: 4 }),
    fc.constantFrom('', '.'),
  )
  .map(([octets, parts, radixes, end]) => {
    const last = octets.slice(parts - 1).reduce((sum, one) => sum * 256 + one, 0)
    const numbers = [...octets.slice(0, parts - 1), last]
    return numbers.map((number, i) => written(number, radixes[i] ?? 10)).join('.') + end
  })

const ipv6 = fc.oneof(
  fc.ipV6(),
  fc.ipV4().map(address => `::ffff:${address}`),
  fc.constantFrom('::', '::1', 'fe80::1', 'fc00::1', '64:ff9b::7f00:1'),
)

const host = fc.oneof(
  ipv4,
  ipv6.map(address => `[${address}]`),
)

test('No request is sent to a host that is written as a number, in whatever form', async () => {
  const isRefused = fc.asyncProperty(host, async host => {
    const url = new URL(`https://${host}:9/`)
    const request = fetchPublic('on', url, { signal: AbortSignal.abort(), maxBytes: 1 })
    await expect(request).rejects.toThrow('The host is an address and not a name')
  })
  await fc.assert(isRefused, { numRuns: randomRuns(1_000) })
})
