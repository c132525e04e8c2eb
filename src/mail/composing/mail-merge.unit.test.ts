import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { newPlaceholders, prepareMerge } from './mail-merge.ts'
import { composeMail } from './mime.ts'

const placeholders = newPlaceholders('name', 'link', 'address', 'id')
const long = '<p style="color:red">Größe – 七曲 =3D 100 % </p>'.repeat(40)
const html = `${long}\n.<a href="https://radr.example/x?token=${placeholders.link}">${placeholders.name}</a> \n${placeholders.name}${long}${placeholders.link}`
const from = { name: 'Größe', address: 'drops@radr.example' }
const date = new Date('2025-03-04T05:06:07Z')
const merge = await prepareMerge(
  {
    from,
    to: { address: placeholders.address },
    subject: 'Björk dropped her list no. 3',
    html,
    text: `Hello ${placeholders.name}\n`,
    messageId: `<d3.${placeholders.id}@radr.example>`,
    headers: { 'List-Unsubscribe': `<https://radr.example/unsubscribe/${placeholders.link}>` },
    date,
  },
  placeholders,
)

test.each([
  { name: 'Anna', link: 'a' },
  { name: 'Ærøskøbing = here. '.repeat(20), link: 'x'.repeat(300) },
  { name: '$& $1 .\n.', link: placeholders.name },
  { name: '', link: '' },
])('Merge fields read as if they had been in the mail before it was encoded: %o', async fields => {
  const address = "o'brien+radr@mail.fan.example"
  const messageId = '<d3.7@radr.example>'
  const bytes = merge({ ...fields, address, id: '7' })
  const { raw, envelope } = await composeMail({ from, date, to: { address }, messageId, bytes })
  expect(envelope).toEqual({ from: from.address, to: address, size: raw.length })
  const mail = await PostalMime.parse(raw)
  expect(mail).toMatchObject({
    from,
    to: [{ address }],
    subject: 'Björk dropped her list no. 3',
    messageId,
    date: date.toISOString(),
  })
  expect(mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toBe(
    `<https://radr.example/unsubscribe/${fields.link}>`,
  )
  const filled = html
    .split(placeholders.link)
    .map(part => part.replaceAll(placeholders.name, () => fields.name))
  expect(mail.html?.trimEnd()).toBe(filled.join(fields.link).trimEnd())
  expect(mail.text?.trim()).toBe(`Hello ${fields.name}`.trim())
  const lines = raw.toString('latin1').split('\r\n')
  const body = lines.slice(lines.indexOf(''))
  expect(Math.max(...body.map(({ length }) => length))).toBeLessThanOrEqual(76)
  expect(lines.join('')).not.toMatch(/[\r\n\x80-\xff]/)
})
