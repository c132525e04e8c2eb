import { beforeEach, expect, test } from 'vitest'
import { findTraces } from '../../../../tests/address-traces.ts'
import { drainQueue } from '../../../../tests/drain-queue.ts'
import { dropAndDeliver, memberWithFollowers } from '../../../../tests/drop-audience.ts'
import { follow, followByEmail } from '../../../../tests/member-actions.ts'
import { type Member, openTestApp } from '../../../../tests/test-app.ts'
import { recordReport } from '../../../delivery/bounces/record-report.ts'
import { suppress } from '../../../mail/mailboxes/suppression.ts'
import { mailboxOf } from '../../../platform/text/email-address.shared.ts'
import { answerAboutAddress } from './answer-about-address.ts'

const app = await openTestApp()
const { db } = app.context
beforeEach(() => app.mailbox.clear())

const show = (address: string) => answerAboutAddress(db, 'show', address)
const erase = (address: string) => answerAboutAddress(db, 'delete', address)

const newStar = () => memberWithFollowers(app, 0)

const requestFollow = (star: Member, email: string) => follow(app.visitor(), star, email)

test('What is stored about a follower’s email is shown, exported, and after the deletion in no row of a dump', async () => {
  const [star, other, asked] = [await newStar(), await newStar(), await newStar()]
  const address = 'Ann.Reader+music@mail.test'
  await followByEmail(app, star, address)
  await followByEmail(app, other, address.toLowerCase())
  await requestFollow(asked, address)
  await dropAndDeliver(star)
  const { id: deliveryId } = await db
    .selectFrom('drop_notifications')
    .select('id')
    .orderBy('drop_id', 'desc')
    .executeTakeFirstOrThrow()
  const report = { reportId: 'r1', kind: 'hard' as const, detail: '550 5.1.1 unknown' }
  expect(
    await recordReport(app.context, { deliveryId }, [
      { ...report, recipients: [mailboxOf(address)] },
    ]),
  ).toBe('recorded')
  await drainQueue(app, 'confirm-follow')

  const shown = await show(address.toUpperCase())
  expect(shown).toMatch(
    new RegExp(`^Follows ${star.username} \\(confirmed\\), .* Drop mails: 1 failed\\.$`, 'm'),
  )
  expect(shown).toMatch(new RegExp(`^Follows ${asked.username} \\(not confirmed\\), `, 'm'))
  expect(shown).toMatch(/^Suppressed \(hard\) since \d{4}-\d\d-\d\d: 550 5\.1\.1/m)
  expect(shown).toMatch(/^Mailbox: confirmed on /m)
  expect(JSON.parse(await answerAboutAddress(db, 'export', address))).toMatchObject({
    address,
    account: null,
    follows: [
      { username: star.username, confirmed: true, deliveries: { failed: 1 }, reports: [{}] },
      { username: other.username, confirmed: true, deliveries: {} },
      { username: asked.username, confirmed: false },
    ],
    suppressions: [{ reason: 'hard' }],
    mailbox: { mails: [{ kind: 'confirm-follow', is_sent: true }, {}, {}] },
  })
  const mailboxes = await db.selectFrom('mailboxes').select('id').execute()
  expect((await findTraces(db, [address])).length).toBeGreaterThan(4)

  expect(await erase(address)).toBe(`Everything about ${address} is deleted.`)
  expect(await findTraces(db, [address])).toEqual([])
  expect(await db.selectFrom('mailboxes').select('id').execute()).toHaveLength(mailboxes.length - 1)
  expect(await show(address)).toBe(`Nothing is stored about ${address}.`)
  expect(await erase(address)).toBe(`Nothing is stored about ${address}.`)
  for (const member of [star, other]) {
    const { body } = await member.call('GET', '/api/followers')
    expect(body).toMatchObject({ followers: [] })
  }
  app.mailbox.clear()
  await followByEmail(app, asked, address)
})

test('What is said about other emails, and the mailbox of one in use, stays', async () => {
  const star = await newStar()
  await followByEmail(app, star, 'kay@mail.test')
  await followByEmail(app, star, 'kay+radr@mail.test')
  await suppress(db, 'kay@mail.test', 'hard', 'gone')
  expect(await erase('kay+radr@mail.test')).toBe('Everything about kay+radr@mail.test is deleted.')
  const shown = await show('kay@mail.test')
  expect(shown).toMatch(/Follows .*\nSuppressed \(hard\).*\nMailbox: confirmed/)
})

test('The email of an account is deleted with the account alone', async () => {
  const star = await newStar()
  const member = await app.member()
  await requestFollow(star, member.email)
  await drainQueue(app, 'confirm-follow')
  expect(await show(member.email)).toContain(`"member delete ${member.username}"`)
  await expect(erase(member.email)).rejects.toThrow(
    `Nothing was deleted: this is the address of the account ${member.username}`,
  )
  const shown = await show(member.email)
  expect(shown).toContain(`Follows ${star.username}`)
  expect(shown).toMatch(/\nMailbox: not confirmed, mails in all: 2\.$/)
})
