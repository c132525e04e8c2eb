import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { prepareDigest, renderDigest, type SampleDrop } from '../../../tests/mails/render-digest.ts'
import { prepareMerge } from '../../mail/composing/mail-merge.ts'
import { maxBytes } from './fit-digest.ts'

const envelope = {
  from: { name: 'Radr', address: 'drops@radr.example' },
  to: { address: 'a-follower-with-a-long-address@mail.example' },
  messageId: '<digest.1234567@radr.example>',
  headers: {
    'List-Id': '<digest.radr.example>',
    'List-Unsubscribe': `<https://radr.example/api/unsubscribe/${'x'.repeat(20)}>`,
  },
  date: new Date(),
}

const operator = {
  postalAddress: 'Radr Ltd\n1 Example Street',
  repliesTo: 'hello@radr.example',
  links: [{ label: 'Privacy', shown: 'https://radr.example/p', href: 'https://radr.example/p' }],
}

const content = {
  brand: 'Radr',
  confirmLink: null,
  feedLink: 'https://radr.example/feed',
  homeLink: 'https://radr.example/',
  settings: {
    choicesLink: `https://radr.example/mail-choices?token=${'x'.repeat(20)}`,
    unsubscribeLink: `https://radr.example/unsubscribe?token=${'x'.repeat(20)}`,
  },
}

const compose = (drops: SampleDrop[]) => renderDigest(content, drops, operator)

const tracksOf = (title: string, numberOne = 0) =>
  Array.from({ length: 7 }, (_, index) => ({
    spotify_track_id: `4SQbhj7q0H1yIA7LjAT${index || `one${numberOne}`}`,
    title,
    artist: 'An Artist',
    artwork: `https://i.scdn.co/image/ab67616d00001e02ff9ca10b55ce82ae553c822${index}`,
  }))

const dropOf = (number: number, changes: Partial<SampleDrop> = {}): SampleDrop => ({
  username: `member_${number}`,
  dropNumber: number,
  note: 'A note as long as most people write them, about this week',
  movement: '2 in, 1 back, 3 out, same number one, 4 drops running',
  tracks: tracksOf('A Song with its Title', number),
  dropLink: `https://radr.example/member_${number}/drops/${number}`,
  choicesLink: `https://radr.example/mail-choices?token=${number}${'x'.repeat(20)}`,
  song: {
    link: `https://radr.example/follow/send-song?drop=${number}&token=${'x'.repeat(20)}`,
    rank: null,
  },
  ...changes,
})

const manyDrops = (count: number) => Array.from({ length: count }, (_, index) => dropOf(index + 1))

test('A weekly mail tells four drops or more in full, twelve by a link, and leads to the feed for the others', () => {
  const { subject, html, text } = compose(manyDrops(110))
  expect(subject).toBe('110 drops this week: @member_1, @member_2 and 108 more')
  const detailed = text.match(/^@member_\d+ #\d+\n> A note/gm)?.length ?? 0
  expect(detailed).toBeGreaterThanOrEqual(4)
  // The record of the week names its number ones, too.
  expect(html.match(/<img /g)).toHaveLength(7 + 7 * detailed)
  const next = detailed + 1
  expect(text).toContain(
    `@member_${next} #${next}: https://radr.example/member_${next}/drops/${next}`,
  )
  const remaining = 110 - detailed - 12
  expect(text).toContain(`and ${remaining} more: https://radr.test/feed`)
  expect(html).toMatch(/href="https:\/\/radr\.test\/feed"[^>]*>and \d+ more</)
})

test('A weekly mail without an account behind it counts the other drops without a link to a feed', () => {
  const { html, text } = renderDigest({ ...content, feedLink: null }, manyDrops(110), operator)
  expect(text).toMatch(/^and \d+ more$/m)
  expect(html).toMatch(/ · and \d+ more</)
  expect(html + text).not.toContain('/feed')
})

test('A weekly mail begins with the record of the week, for which each member counts once', () => {
  const drop = (number: number, one: number, username = `member_${number}`) =>
    dropOf(number, { username, tracks: tracksOf(`Song ${one}`, one) })
  const again = [drop(1, 1), drop(2, 2), drop(3, 3), drop(4, 2), drop(5, 4, 'member_1')]
  const { html, text } = compose(again)
  expect(text).toContain(
    [
      'The record of the week',
      'Song 2 – An Artist',
      'Song 4 – An Artist',
      'Song 3 – An Artist',
      'Four people made this.',
      'Play it: https://radr.test/feed',
      '',
      '@member_1 #1',
    ].join('\n'),
  )
  expect(text).toContain('\n\nPlay the record of the week: https://radr.example/feed')
  expect(html.indexOf('The record of the week')).toBeLessThan(html.indexOf('/drops/1"'))
  for (const few of [compose([drop(1, 1)]), compose([drop(1, 1), drop(2, 1)])])
    expect(few.text).toMatch(/^(?!.*record).*Open your feed: https:/s)
  const visitor = renderDigest({ ...content, feedLink: null }, again, operator)
  expect(visitor.text).toContain('Four people made this.\n\n@member_1')
})

test('A weekly mail names every drop where there are sixteen or fewer', () => {
  const { text } = compose(manyDrops(16))
  for (let n = 1; n <= 16; n++) expect(text).toContain(`@member_${n} #${n}`)
  expect(text).not.toMatch(/and \d+ more:/)
})

test('A weekly mail stays below 33 kB, however many drops it has and whatever their texts are', async () => {
  const character = fc.constantFrom('a', ' ', '&', '"', '<', 'é', 'ش', '한', '夜', '🎧')
  const longText = (maxLength: number) =>
    fc.oneof(
      fc.string({ unit: character, maxLength }),
      // Other encodings would be shorter for this script.
      fc.string({ unit: fc.constant('한'), minLength: maxLength / 2, maxLength }),
    )
  const drop = fc.record({
    username: fc.string({ unit: fc.constantFrom('a', 'M', '_', '-'), minLength: 3, maxLength: 30 }),
    note: fc.option(longText(150)),
    tracks: fc.tuple(longText(600), fc.nat(9)).map(([title, one]) => tracksOf(title, one)),
  })
  const length = fc.constantFrom(1, 2, 5, 12, 13, 40, 300)
  const drops = fc.tuple(length, fc.array(drop, { minLength: 1, maxLength: 20, size: 'max' }))
  await fc.assert(
    fc.asyncProperty(drops, async ([count, kinds]) => {
      const made = Array.from({ length: count }, (_, index) => {
        const changes = kinds[index % kinds.length] ?? {}
        return dropOf(index + 1, changes)
      })
      // The mail is sent with its texts in quoted-printable.
      const { frame, placeholders, slots } = prepareDigest(content, made, operator)
      const merge = await prepareMerge({ ...envelope, ...frame }, placeholders)
      expect(merge(slots).length).toBeLessThanOrEqual(maxBytes)
    }),
    { numRuns: 40 },
  )
})

test('The largest drop that there can be is told in full in a weekly mail', () => {
  const note = '한'.repeat(150)
  const { text } = compose([dropOf(1, { note, tracks: tracksOf('夜'.repeat(600)) })])
  expect(text).toContain(note)
})
