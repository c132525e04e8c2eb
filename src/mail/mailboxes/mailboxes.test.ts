import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../tests/test-app.ts'
import { mailboxOf } from '../../platform/text/email-address.shared.ts'
import { lockLimits, requestMails } from './mail-limits.ts'
import { forgetMails } from './mailboxes.queries.ts'

const { db } = (await openTestApp()).context

test('Dots belong to the name of a mailbox, except at Gmail', () => {
  expect(mailboxOf('First.Last+news@Example.org')).toBe('first.last@example.org')
  expect(mailboxOf('First.Last+news@GoogleMail.com')).toBe('firstlast@gmail.com')
})

test('The database and the code agree which emails are one mailbox', async () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'B', '.', '+', '-', "'"), maxLength: 8 })
  const host = fc.constantFrom('x.test', 'Gmail.com', 'googlemail.com', 'mail.x.test')
  const names = fc.array(fc.tuple(name, host), { minLength: 200, maxLength: 200 })
  for (const pairs of fc.sample(names, 3)) {
    const addresses = pairs.map(([local, domain]) => `${local}@${domain}`)
    const { rows } = await sql<{ address: string; mailbox: string; key: Buffer }>`
      select address, mailbox_of(address) as mailbox, mailbox_key(address) as key
      from unnest(${addresses}::text[]) address`.execute(db)
    for (const { address, mailbox, key } of rows) {
      expect(mailbox, address).toBe(mailboxOf(address))
      expect(Buffer.from(key).equals(await keyedHash(mailbox)), address).toBe(true)
    }
  }
})

test('Of two accounts of one mailbox the mail that was not sent is forgotten alone', async () => {
  const now = new Date()
  const address = (tag: string) => `both+${tag}@mail.test`
  const requests = [1, 2].map(subjectId => ({
    kind: 'drop-reminder' as const,
    address: address(`${subjectId}`),
    subjectId,
  }))
  await db.transaction().execute(async trx => {
    const mailboxes = await lockLimits(
      trx,
      requests.map(request => request.address),
      now,
    )
    await requestMails(trx, mailboxes, requests, now)
  })
  const counted = async () =>
    (await db.selectFrom('mailbox_mails').select('subject_id').execute()).map(row => row.subject_id)
  expect((await counted()).sort()).toEqual([1, 2])
  const unsent = { kind: 'drop-reminder', subject_id: 2, requested_at: now }
  await db.transaction().execute(trx => forgetMails(trx, [unsent]))
  expect(await counted()).toEqual([1])
})

/** HMAC-SHA-256 with two keys, which `createHmac` would derive from one. */
async function keyedHash(text: string) {
  const secret = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'mailboxes')
    .executeTakeFirstOrThrow()
  const [outer, inner] = [secret.value.subarray(0, 64), secret.value.subarray(64)]
  expect([outer.length, inner.length]).toEqual([64, 64])
  const sha256 = (...parts: Uint8Array[]) =>
    createHash('sha256').update(Buffer.concat(parts)).digest()
  return sha256(outer, sha256(inner, Buffer.from(text)))
}
