import { expect, test } from 'vitest'
import { profileLinkOf } from '../spotify/page-links.shared.ts'
import { parseProfileLink } from './profile-link.shared.ts'

test.each([
  ['https://open.spotify.com/user/tootallnate', 'tootallnate'],
  ['open.spotify.com/user/31abc?si=d4e5', '31abc'],
  [' https://open.spotify.com/intl-de/user/a.b_c-d/ ', 'a.b_c-d'],
  ['spotify:user:wizzler', 'wizzler'],
  ['https://open.spotify.com/user/ren%C3%A9', 'rené'],
])('%s is the profile of %s', (link, id) => {
  expect(parseProfileLink(link)).toBe(id)
})

test.each([
  'tootallnate',
  'https://open.spotify.com/user/',
  'https://open.spotify.com/user/..',
  'https://open.spotify.com/user/%2e%2e',
  'https://open.spotify.com/user/a%2Fb',
  'https://open.spotify.com/user/%FF',
  'https://open.spotify.com/user/x/playlist/y',
  'https://open.spotify.com/user/<script>',
  'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC',
  'https://open.spotify.com.evil.test/user/x',
  'javascript:alert(1)//open.spotify.com/user/x',
  `https://open.spotify.com/user/${'x'.repeat(65)}`,
])('%s is no profile', link => {
  expect(parseProfileLink(link)).toBeNull()
})

test('The URL of an id is parsed back to the id', () => {
  expect(parseProfileLink(profileLinkOf('rené.9'))).toBe('rené.9')
})
