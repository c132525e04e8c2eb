import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import type { Context } from 'hono'

/**
 * The client of a request, as limits count it: an IPv4 address or an IPv6 /64, which is the least that
 * a household is given. `trustedProxies` is how many entries of `X-Forwarded-For`, from the right, were
 * written by our own proxies. What a page of another site loads (images, scripts, styles, frames) counts as a client of
 * its own, so that no website can use up the limits of its visitors. Requests that change something never do, because
 * any program can send such headers and would have two sets of limits.
 */
export function clientIp(c: Context, trustedProxies: number): string {
  const incoming: IncomingMessage | undefined = c.env?.incoming
  // Requests that the app makes to itself have no socket.
  const socketAddress = incoming ? (incoming.socket.remoteAddress ?? 'gone') : 'local'
  return addressOf(c.req.method, name => c.req.header(name), socketAddress, trustedProxies)
}

/** The same of a request that has not entered the app. */
export function incomingIp(
  { method = '', headers, socket }: IncomingMessage,
  trustedProxies: number,
) {
  const header = (name: string) => headers[name]?.toString()
  return addressOf(method, header, socket.remoteAddress ?? 'gone', trustedProxies)
}

type ReadHeader = (name: string) => string | undefined

function addressOf(
  method: string,
  header: ReadHeader,
  socketAddress: string,
  trustedProxies: number,
): string {
  const forwarded = header('x-forwarded-for') ?? ''
  const hops = [...forwarded.split(',').flatMap(nonEmpty), socketAddress]
  const address = networkOf(hops[Math.max(0, hops.length - 1 - trustedProxies)] ?? 'local')
  const isRead = method === 'GET' || method === 'HEAD'
  const isSubresource = subresources.has(header('sec-fetch-dest') ?? '')
  const isCrossSite = header('sec-fetch-site') === 'cross-site'
  return isCrossSite && isRead && isSubresource ? `cross-site ${address}` : address
}

/** The values of `Sec-Fetch-Dest` of what a page loads from another site by itself. */
const subresources = new Set(['image', 'script', 'style', 'iframe', 'frame'])

/** An IPv4 address as it is, an IPv6 address as its /64 network. */
export function networkOf(hop: string): string {
  const host = withoutPort(hop.trim().toLowerCase())
  const mapped = /^::ffff:([\d.]+)$/.exec(host)?.[1]
  if (mapped && isIPv4(mapped)) return mapped
  if (!isIPv6(host)) return host
  return `${firstFourGroups(host)}::/64`
}

/** The /48 of an IPv6 client: the most that a provider usually gives to one customer. Null for an IPv4 client. */
export const prefix48Of = (address: string) =>
  address.endsWith('::/64') ? address.replace(/:[\da-f]+::\/64$/, '::/48') : null

/** What one customer of a provider may have alone: the IPv4 address or the /48 of a client. */
export const holderOf = (client: string) => prefix48Of(client) ?? client

/** The 65,536 networks of a /48, which anybody can get, have together the limits of this many clients. */
export const clientsPerPrefix48 = 32

const withoutPort = (hop: string) =>
  (/^\[(.+)\](?::\d+)?$/.exec(hop) ?? /^([\d.]+):\d+$/.exec(hop))?.[1] ?? hop

function firstFourGroups(address: string): string {
  // In a URL no group has leading zeros, and none is dotted.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`)
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::')
  const before = head.split(':').flatMap(nonEmpty)
  const after = tail.split(':').flatMap(nonEmpty)
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}

const nonEmpty = (text: string) => (text.trim() === '' ? [] : [text.trim()])
