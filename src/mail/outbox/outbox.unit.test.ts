import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { simpleMail } from '../../../tests/mails/simple-mail.ts'
import { listOutbox, openOutbox, readOutboxMail } from './outbox.ts'

const folders: string[] = []
afterAll(() => Promise.all(folders.map(folder => rm(folder, { recursive: true }))))

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'outbox-'))
  folders.push(folder)
  return join(folder, 'not', 'yet', 'there')
}

test('A mail with the same Message-ID replaces the previous one, even later and in another process', async () => {
  const folder = await newFolder()
  const outbox = openOutbox({ folder })
  await Promise.all([outbox.send(simpleMail(1)), outbox.send(simpleMail(1))])
  const again = simpleMail(1, { subject: 'Second attempt', date: new Date('2026-01-02') })
  await outbox.send(again)
  await openOutbox({ folder }).send(again)
  const names = await listOutbox(folder)
  expect(names).toEqual([expect.stringMatching(/^2026-01-01T/)])
  expect(await readdir(folder)).toEqual(names)
  expect((await readOutboxMail(folder, names[0] ?? ''))?.subject).toBe('Second attempt')
})

test('A new mail removes those older than 30 days, and the oldest that are too many', async () => {
  const folder = await newFolder()
  const sendAt = async (date: string, outbox = openOutbox({ folder, maxMails: 3 })) => {
    const mail = simpleMail(1, { messageId: `<${date}@radr.example>`, date: new Date(date) })
    expect(await outbox.send(mail)).toMatchObject({ kind: 'sent' })
    return (await listOutbox(folder)).map(name => name.slice(0, 10))
  }
  const outbox = openOutbox({ folder, maxMails: 3 })
  for (const date of ['2026-01-01', '2026-01-02', '2026-01-03']) await sendAt(date, outbox)
  expect(await sendAt('2026-01-04', outbox)).toEqual(['2026-01-04', '2026-01-03', '2026-01-02'])
  // A process that starts knows what is there.
  expect(await sendAt('2026-01-05')).toEqual(['2026-01-05', '2026-01-04', '2026-01-03'])
  expect(await sendAt('2026-02-04')).toEqual(['2026-02-04', '2026-01-05'])
  expect(await readdir(folder)).toHaveLength(2)
})

test('No name leads out of the outbox', async () => {
  const folder = await newFolder()
  await openOutbox({ folder }).send(simpleMail(1))
  const [name = ''] = await listOutbox(folder)
  await writeFile(join(folder, '..', name), 'Subject: secret\r\n\r\n')
  await writeFile(join(folder, 'other.eml'), 'Subject: other\r\n\r\n')
  for (const wrong of [
    `../${name}`,
    `${folder}/../${name}`,
    `x/../../${name}`,
    `${name}\0`,
    `${name}\n`,
    '',
    '.',
    'other.eml',
  ]) {
    expect(await readOutboxMail(folder, wrong)).toBeNull()
  }
  expect(await readOutboxMail(folder, name.replace('2026', '2025'))).toBeNull()
  expect(await listOutbox(folder)).toEqual([name])
})

test('An invalid address is rejected, and with a read-only folder the outbox is unavailable', async () => {
  const folder = await newFolder()
  const outbox = openOutbox({ folder })
  const invalid = simpleMail(1, { to: { address: 'a@b@c' } })
  expect(await outbox.send(invalid)).toMatchObject({ kind: 'rejected' })
  expect(await listOutbox(folder)).toEqual([])
  const file = join(await mkdtemp(join(tmpdir(), 'outbox-')), 'file')
  folders.push(dirname(file))
  await writeFile(file, '')
  expect(await openOutbox({ folder: file }).send(simpleMail(1))).toMatchObject({
    kind: 'unavailable',
  })
})
