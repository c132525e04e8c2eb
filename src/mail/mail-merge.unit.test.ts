import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { prepareMerge } from './mail-merge.ts'
import { composeMail } from './mime.ts'

const placeholders = { name: 'name-0a1b', link: 'link-2c3d' }
const long = '<p style="color:red">Größe – 七曲 =3D 100 % </p>'.repeat(40)
const html = `${long}\n.<a href="https://radr.example/x?token=${placeholders.link}">${placeholders.name}</a> \n${placeholders.name}${long}${placeholders.link}`
const merge = prepareMerge('text/html', html, placeholders)

test.each([
  { name: 'Anna', link: 'a' },
  { name: 'Ærøskøbing = here. '.repeat(20), link: 'x'.repeat(300) },
  { name: '$& $1 .\n.', link: placeholders.name },
  { name: '', link: '' },
])('Merge fields read as if they had been in the text before it was encoded: %o', async fields => {
  const { raw } = await composeMail({
    from: { name: 'Radr', address: 'drops@radr.example' },
    to: { address: 'anna@fan.example' },
    subject: 'Drop',
    html: merge(fields),
    text: prepareMerge('text/plain', `Hello ${placeholders.name}\n`, placeholders)(fields),
    messageId: '<d3.f7@radr.example>',
    date: new Date(),
  })
  const plain = await PostalMime.parse(raw)
  const filled = html
    .split(placeholders.link)
    .map(part => part.replaceAll(placeholders.name, () => fields.name))
  expect(plain.html?.trimEnd()).toBe(filled.join(fields.link).trimEnd())
  expect(plain.text?.trim()).toBe(`Hello ${fields.name}`.trim())
  const lines = raw.toString('latin1').split('\r\n')
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(76)
  expect(lines.join('')).not.toMatch(/[\r\n\x80-\xff]/)
})
