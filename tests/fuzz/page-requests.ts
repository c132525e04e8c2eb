import * as fc from 'fast-check'
import { hostileHeaders, hostileText, markup, pathSegment, search } from './hostile.ts'
import type { Sent } from './requests.ts'

/** Reading pages: known ones with hostile names and searches, and URLs that no page has. */
export function pageVisits(paths: string[]): fc.Arbitrary<Sent> {
  const name = pathSegment(
    fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom('ann', 'bob', 'bobby', '1', 'drops') },
      { weight: 2, arbitrary: hostileText },
    ),
  )
  const ofPages = fc
    .tuple(fc.constantFrom(...paths), fc.array(name, { minLength: 3, maxLength: 3 }))
    .map(([path, names]) => path.replace('*', '/:any').replace(/:\w+/g, () => names.pop() ?? ''))
  const elsewhere = fc.array(name, { maxLength: 5 }).map(names => `/${names.join('/')}`)
  const odd = fc.constantFrom(
    ...[
      '//evil.test',
      '/\\evil.test',
      '/%2f%2fevil.test',
      '/?',
      '/?#',
      '/api',
      '/api/',
      '/healthz/',
    ],
    ...['/avatars/', '/avatars/..%2f..%2fetc%2fpasswd', '/assets/%2e%2e/%2e%2e/package.json'],
    ...[`/${'a'.repeat(8_000)}`, `/${'a/'.repeat(2_000)}`, `/?${'a&'.repeat(4_000)}`],
  )
  const address = fc.oneof(
    { weight: 6, arbitrary: ofPages },
    { weight: 2, arbitrary: elsewhere },
    { weight: 1, arbitrary: odd },
  )
  return fc
    .record({
      method: fc.oneof(
        { weight: 12, arbitrary: fc.constant('GET') },
        {
          weight: 1,
          arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'POST', 'PUT', 'PROPFIND', 'X'),
        },
      ),
      address,
      pairs: fc.array(fc.tuple(fc.oneof(pageParameter, hostileText), hostileText), {
        maxLength: 3,
      }),
      headers: hostileHeaders,
    })
    .map(({ address, pairs, ...rest }) => ({
      ...rest,
      address: address.includes('?') ? address : address + search(pairs),
    }))
}

const pageParameter = fc.constantFrom('token', 'done', 'failed', 'name', 'tab', 'page', 'next')

/** Posts to the pages whose forms work without a script. */
export function formPosts(paths: string[], tokens: string[]): fc.Arbitrary<Sent> {
  const token = fc.oneof(fc.constantFrom(...tokens), hostileText)
  const fields = fc.array(
    fc.tuple(fc.oneof(fc.constantFrom('token', 'all', 'token[]'), hostileText), token),
    { maxLength: 4 },
  )
  const encoded = fields.map(pairs => search(pairs).slice(1))
  const parts = fields.map(
    pairs =>
      `${pairs.map(([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"; filename="${markup}"\r\n\r\n${value}\r\n`).join('')}--x--`,
  )
  const form = fc.oneof(
    fc.tuple(fc.constant('application/x-www-form-urlencoded'), encoded),
    fc.tuple(fc.constant('multipart/form-data; boundary=x'), fc.oneof(parts, encoded, hostileText)),
    fc.tuple(
      fc.constantFrom('multipart/form-data', 'text/plain', 'application/json', ''),
      fc.oneof(encoded, parts, fc.json()),
    ),
    fc.constant<[string, string]>([
      'application/x-www-form-urlencoded',
      `token=${'x'.repeat(9_000)}`,
    ]),
  )
  return fc
    .tuple(fc.constantFrom(...paths), form, hostileHeaders)
    .map(([address, [type, body], headers]) => ({
      method: 'POST',
      address,
      headers: [...headers, ['content-type', type]],
      body,
    }))
}
