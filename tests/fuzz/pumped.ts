import * as fc from 'fast-check'
import { officialWords } from '../../src/members/usernames/reserved-names.ts'

/**
 * A text that repeats a part until it has a size, between a beginning and an end that do not fit it: what a slow regular
 * expression, or a loop in a loop, needs to be found. `numbered` makes each repetition another one.
 */
type Pump = { head: string; part: string; end: string; numbered: boolean }

/** What parsers of URLs, queries, headers, cookies, JSON, links and emails react to. */
const fragment = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...['/', '\\', '%', '%2f', '%41', '%00', '%c3', '&', '=', ';', ',', '.', '..', ':', '@', '?'],
      ...[
        '#',
        '"',
        '\\"',
        '\\u0000',
        "'",
        '[',
        ']',
        '{',
        '}',
        '(',
        ')',
        '<',
        '*',
        '+',
        '-',
        '_',
        '~',
      ],
      ...[
        ' ',
        '\t',
        '\n',
        '\r\n',
        '0',
        '9',
        'a',
        'x',
        'é',
        'İ',
        '\u0301',
        '\u2028',
        '\u0001',
        '😀',
      ],
      ...[
        'http://',
        'https://open.spotify.com/track/',
        'spotify:',
        'session=',
        'theme=',
        'br',
        'q=0',
      ],
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(...officialWords) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }) },
)

const joined = (minLength: number, maxLength: number) =>
  fc.array(fragment, { minLength, maxLength }).map(parts => parts.join(''))

export const pumps: fc.Arbitrary<Pump> = fc.record({
  head: joined(0, 2),
  part: joined(1, 3),
  end: joined(0, 2),
  numbered: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
})

/** Returns about `size` characters. */
export function pumped({ head, part, end, numbered }: Pump, size: number): string {
  const count = Math.max(1, Math.floor(size / (part.length + (numbered ? 4 : 0))))
  const middle = numbered
    ? Array.from({ length: count }, (_, n) => n.toString(36) + part).join('')
    : part.repeat(count)
  return head + middle + end
}

/** JSON of about `size` characters of each kind: one long text, or many, deep or named values. */
type LargeJson = { kind: 'text' | 'escaped' | 'list' | 'names' | 'depth'; pump: Pump }

export const largeJson: fc.Arbitrary<LargeJson> = fc.record({
  kind: fc.constantFrom('text', 'escaped', 'list', 'names', 'depth'),
  pump: pumps,
})

export function writeJson({ kind, pump }: LargeJson, size: number): string {
  const small = JSON.stringify(pump.part)
  const times = (text: string) => Math.max(1, Math.floor(size / text.length))
  switch (kind) {
    case 'text':
      return JSON.stringify(pumped(pump, size / 2))
    case 'escaped': {
      // The text is escaped before it is repeated, so that the size is that of the JSON: a body over its limit is not read.
      const escaped = (text: string) => text.replace(/[^\x20-\x7e]|"/g, '\\u0000')
      const { head, part, end, numbered } = pump
      const parts = { head: escaped(head), part: escaped(part), end: escaped(end), numbered }
      return `"${pumped(parts, size - head.length - end.length)}"`
    }
    case 'list': {
      const item = pump.numbered ? '0' : pump.head === '' ? '[]' : pump.end === '' ? '{}' : small
      return `[${small}${`,${item}`.repeat(times(`,${item}`))}]`
    }
    case 'names': {
      const count = Math.max(1, Math.floor(size / (small.length + 8)))
      const name = (n: number) => JSON.stringify(n.toString(36) + pump.part)
      return `{${Array.from({ length: count }, (_, n) => `${name(n)}:0`).join()}}`
    }
    case 'depth': {
      const [open, close] = pump.numbered ? ['[', ']'] : [`{${small}:`, '}']
      const depth = times(open + close)
      return `${open.repeat(depth)}0${close.repeat(depth)}`
    }
  }
}
