import { lookup as resolveName } from 'node:dns'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'

/** `dns.lookup` that fails for a name with an address in a private or reserved network. */
export const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    const hidden = addresses.some(({ address }) => isPrivate(address))
    const [first] = addresses
    if (hidden || !first) return callback(new Error(`${hostname} has no public address`), [])
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

// Two lists, because a list of both compares IPv4 addresses with IPv6 networks too.
const private4 = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  private4.addSubnet(network, prefix, 'ipv4')

/** All but the global unicast addresses, and of these the networks that carry IPv4 addresses. */
const private6 = new BlockList()
for (const [network, prefix] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2002::', 16],
] as const)
  private6.addSubnet(network, prefix, 'ipv6')

/** Whether an IP is in a private or reserved network. */
export const isPrivate = (address: string) =>
  isIPv6(address) ? private6.check(address, 'ipv6') : private4.check(address, 'ipv4')
