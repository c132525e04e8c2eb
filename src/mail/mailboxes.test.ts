import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestApp } from '../../tests/test-app.ts'
import { mailboxOf } from './mailboxes.queries.ts'

const { db } = (await openTestApp()).context

test('Dots belong to the name of a mailbox, except at Gmail', () => {
  expect(mailboxOf('First.Last+news@Example.org')).toBe('first.last@example.org')
  expect(mailboxOf('First.Last+news@GoogleMail.com')).toBe('firstlast@gmail.com')
})

test('The database and the code agree which addresses are one mailbox', async () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'B', '.', '+', '-', "'"), maxLength: 8 })
  const host = fc.constantFrom('x.test', 'Gmail.com', 'googlemail.com', 'mail.x.test')
  const names = fc.array(fc.tuple(name, host), { minLength: 200, maxLength: 200 })
  for (const pairs of fc.sample(names, 3)) {
    const addresses = pairs.map(([local, domain]) => `${local}@${domain}`)
    const { rows } = await sql<{ address: string; key: Buffer }>`
      select address, mailbox_key(address) as key from unnest(${addresses}::text[]) address`.execute(
      db,
    )
    for (const { address, key } of rows)
      expect(Buffer.from(key).toString('hex'), address).toBe(
        createHash('sha256').update(mailboxOf(address)).digest('hex'),
      )
  }
})
