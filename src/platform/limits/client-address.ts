import { isIPv4, isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * The client of a request, as limits count it: an IPv4 address or an IPv6 /64, which is the least that
 * a household is given. `trustedProxies` is how many entries of `X-Forwarded-For`, from the right, were
 * written by our own proxies.
 */
export function clientAddress(c: Context, trustedProxies: number): string {
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').flatMap(nonEmpty)
  const hops = [...forwarded, socketAddress(c)]
  return networkOf(hops[Math.max(0, hops.length - 1 - trustedProxies)] ?? 'local')
}

/** Requests that the app makes to itself have no socket. */
function socketAddress(c: Context): string {
  return c.env?.incoming ? (getConnInfo(c).remote.address ?? 'gone') : 'local'
}

/** An IPv4 address as it is, an IPv6 address as its /64 network. */
export function networkOf(hop: string): string {
  const host = withoutPort(hop.trim().toLowerCase())
  const mapped = /^::ffff:([\d.]+)$/.exec(host)?.[1]
  if (mapped && isIPv4(mapped)) return mapped
  if (!isIPv6(host)) return host
  return `${firstFourGroups(host)}::/64`
}

/** The /48 that an IPv6 client's network is in; null for an IPv4 client. */
export const siteOf = (address: string) =>
  address.endsWith('::/64') ? address.replace(/:[\da-f]+::\/64$/, '::/48') : null

const withoutPort = (hop: string) =>
  (/^\[(.+)\](?::\d+)?$/.exec(hop) ?? /^([\d.]+):\d+$/.exec(hop))?.[1] ?? hop

function firstFourGroups(address: string): string {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const groups = head.split(':').flatMap(nonEmpty)
  if (tail !== undefined) {
    const after = tail.split(':').flatMap(nonEmpty)
    // A dotted IPv4 part at the end counts as two groups.
    const rest = after.length + (tail.includes('.') ? 1 : 0)
    groups.push(...Array<string>(Math.max(0, 8 - groups.length - rest)).fill('0'), ...after)
  }
  return groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}

const nonEmpty = (text: string) => (text.trim() === '' ? [] : [text.trim()])
