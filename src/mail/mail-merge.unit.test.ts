import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { prepareMerge } from './mail-merge.ts'
import { composeMail } from './mime.ts'

const marks = { name: 'name-0a1b', link: 'link-2c3d' }
const long = '<p style="color:red">Größe – 七曲 =3D 100 % </p>'.repeat(40)
const html = `${long}\n.<a href="https://radr.example/x?token=${marks.link}">${marks.name}</a> \n${marks.name}${long}${marks.link}`
const merge = prepareMerge('text/html', html, marks)

test.each([
  { name: 'Anna', link: 'a' },
  { name: 'Ærøskøbing = here. '.repeat(20), link: 'x'.repeat(300) },
  { name: '$& $1 .\n.', link: marks.name },
  { name: '', link: '' },
])('Words put into an encoded text read as if they had stood there: %o', async words => {
  const { raw } = await composeMail({
    from: { name: 'Radr', address: 'drops@radr.example' },
    to: { address: 'anna@fan.example' },
    subject: 'Drop',
    html: merge(words),
    text: prepareMerge('text/plain', `Hello ${marks.name}\n`, marks)(words),
    messageId: '<d3.f7@radr.example>',
    date: new Date(),
  })
  const plain = await PostalMime.parse(raw)
  const filled = html.split(marks.link).map(part => part.replaceAll(marks.name, () => words.name))
  expect(plain.html?.trimEnd()).toBe(filled.join(words.link).trimEnd())
  expect(plain.text?.trim()).toBe(`Hello ${words.name}`.trim())
  const lines = raw.toString('latin1').split('\r\n')
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(76)
  expect(lines.join('')).not.toMatch(/[\r\n\x80-\xff]/)
})
