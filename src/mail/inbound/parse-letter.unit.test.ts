import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailable, spellingsOf } from '../../../tests/bounces/address-spellings.ts'
import { randomRuns } from '../../../tests/random-runs.ts'
import { parseInbound } from './parse-inbound.ts'

const words = fc
  .array(fc.constantFrom('Hello', 'jetzt', 'größer', '夜', '👩‍👩‍👧', 'stop', '&', '<b>', '.'), {
    minLength: 1,
    maxLength: 12,
  })
  .map(words => words.join(' '))

const encodings: Record<string, (text: string) => string> = {
  '8bit': text => text,
  base64: text => Buffer.from(text).toString('base64'),
  'quoted-printable': text =>
    [...Buffer.from(text)].map(byte => `=${byte.toString(16).padStart(2, '0')}`).join(''),
}
const escapeHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
const structures = ['plain', 'html', 'alternative', 'mixed'] as const

/** A mail as programs of people write it, and what is read in it. */
const written = fc
  .record({
    from: mailable.chain(address => fc.tuple(fc.constant(address), spellingsOf(address))),
    subject: words,
    text: words,
    encoding: fc.constantFrom(...Object.keys(encodings)),
    structure: fc.constantFrom(...structures),
    returnPath: fc.constantFrom('<ann@fans.test>', '<bounces+ann@fans.test>'),
    extra: fc.constantFrom('Auto-Submitted: no', 'X-Mailer: x', 'Precedence: first-class'),
  })
  .map(({ from, subject, text, encoding, structure, returnPath, extra }) => {
    const part = (type: string, text: string) =>
      `Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${encodings[encoding]?.(text)}`
    const plain = part('plain', text)
    const html = part('html', `<style>a{}</style><p>${escapeHtml(text)}</p>`)
    const multipart = (type: string, ...parts: string[]) =>
      `Content-Type: multipart/${type}; boundary=b\r\n\r\n${parts.map(part => `--b\r\n${part}\r\n`).join('')}--b--\r\n`
    const file = 'Content-Type: image/png\r\nContent-Disposition: attachment\r\n\r\nAAAA'
    const body = {
      plain,
      html,
      alternative: multipart('alternative', plain, html),
      mixed: multipart('mixed', plain, file),
    }[structure]
    const head = [
      `Return-Path: ${returnPath}`,
      // No mail program writes a line of white space into the head, where old parsers see its end.
      `From: ${from[1].trim().replace(/\s*\r\n\s*/g, '\r\n ')}`,
      `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
      extra,
    ].join('\r\n')
    return {
      raw: Buffer.from(`${head}\r\n${body}`),
      answerTo: from[0],
      subject,
      text,
      attachments: structure === 'mixed' ? 1 : 0,
    }
  })

test('What a person writes is read in every form that mail programs send', () => {
  fc.assert(
    fc.property(written, ({ raw, answerTo, ...expected }) => {
      const { report, letter } = parseInbound(raw)
      expect(report).toBeNull()
      expect(letter).toMatchObject(expected)
      expect(letter?.answerTo.toLowerCase()).toBe(answerTo.toLowerCase())
      expect(letter?.id).toBe(parseInbound(raw).letter?.id)
    }),
    { numRuns: randomRuns(3_000) },
  )
})

test('A long mail is cut, and control characters are left out', () => {
  const raw = `Return-Path: <a@b.test>\nFrom: a@b.test\nSubject: \u0007x\n\n\u0000a\u001b\n${'b'.repeat(500_000)}`
  const { letter } = parseInbound(Buffer.from(raw))
  expect(letter?.subject).toBe('x')
  expect(letter?.text).toHaveLength(20_000)
  expect(letter?.text).toMatch(/^a\nb+$/)
})
