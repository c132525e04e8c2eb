import { expect, test } from 'vitest'
import { openBounceFixture } from '../../../tests/bounces/bounce-fixture.ts'
import { submitMail } from '../../../tests/bounces/report-sender.ts'
import { changeAddress } from '../../../tests/change-address.ts'
import { returnPathOf } from '../../../tests/drop-audience.ts'
import { confirmedMember, deleteAccount, follow } from '../../../tests/member-actions.ts'
import { day } from '../../../tests/test-app.ts'
import { weeklyTokenOf } from '../../../tests/unsubscribe-token-of.ts'
import { addressToken } from '../../mail/links/mail-links.ts'

const app = await openBounceFixture()

/** A member with a confirmed email who follows two others, and left the email after a drop of the first. */
async function moveAfterDrop() {
  const [first, second] = [await app.createMember(0), await app.createMember(0)]
  const fan = await confirmedMember(app)
  for (const star of [first, second]) await follow(fan, star)
  const drop = await first.drop()
  const returnPath = returnPathOf(app, fan.email)
  const email = `moved-${fan.email}`
  await changeAddress(app, fan, email)
  return { first, second, old: fan.email, email, drop, returnPath }
}

test.each([
  ['the old address', 'Feedback-Type: abuse\nOriginal-Rcpt-To: <OLD>'],
  ['the new address', 'Feedback-Type: abuse\nOriginal-Rcpt-To: <NEW>'],
  ['none', 'Feedback-Type: abuse'],
] as const)(
  'A complaint about a mail to an email that the member has left ends the one follow and nothing else; it names %s',
  async (_, fields) => {
    const { first, second, old, email, returnPath } = await moveAfterDrop()
    const sample = await app.sampleReport('spam-complaint', returnPath)
    const report = sample.replace(
      'Feedback-Type: abuse',
      fields.replace('OLD', old).replace('NEW', email),
    )
    expect(await submitMail(app.port, 'complaints@radr.test', report)).toBe(250)
    expect(await app.followerOf(first, email)).toMatchObject({ unsubscribed: true })
    expect(await app.followerOf(second, email)).toMatchObject({ unsubscribed: false })
    expect(await app.suppressionOf(email)).toBeNull()
    expect(await app.suppressionOf(old)).toBeNull()
    await second.drop()
    expect(app.mailbox.mails.some(({ to }) => to[0] === email)).toBe(true)
  },
)

test.each([
  ['the old address', (report: string) => report],
  ['the new email', (report: string, old: string, email: string) => report.replaceAll(old, email)],
  ['none', (report: string) => report.replace(/^(Final|Original)-Recipient: .*\r?\n/gm, '')],
] as const)(
  'A bounce of a mail to an email that the member has left suppresses nothing; it names %s',
  async (_, change) => {
    const { second, old, email, drop, returnPath } = await moveAfterDrop()
    const report = change(await app.sampleReport('unknown-user', returnPath), old, email)
    expect(await submitMail(app.port, returnPath, report)).toBe(250)
    expect(await drop.states()).toMatchObject({ failed: 1 })
    expect(await app.suppressionOf(email)).toBeNull()
    expect(await app.suppressionOf(old)).toBeNull()
    await second.drop()
    expect(app.mailbox.mails.some(({ to }) => to[0] === email)).toBe(true)
  },
)

test('Whoever has a mailbox that the member left suspends no mail to the new one by returned mail, and the new one counts its own', async () => {
  const { second, email, returnPath } = await moveAfterDrop()
  const isSuppressed = async () => (await app.suppressionOf(email)) !== null
  for (let n = 1; n <= 4; n++) {
    const report = await app.sampleReport('mailbox-full', returnPath)
    const other = report.replace(/^Message-ID: </im, `Message-ID: <${n}.`).replaceAll('OLD', email)
    expect(await submitMail(app.port, returnPath, other)).toBe(250)
  }
  expect(await isSuppressed()).toBe(false)
  for (const suppressed of [false, false, true]) {
    app.pass(8 * day)
    app.mailbox.clear()
    await second.drop()
    const path = app.mailbox.mails.find(({ to }) => to[0] === email)?.from ?? ''
    expect(await app.report('mailbox-full', path)).toBe(250)
    expect(await isSuppressed()).toBe(suppressed)
  }
})

test('What an operator changes in the database is a change of the email too', async () => {
  const { first, old, email, returnPath } = await moveAfterDrop()
  const { db } = app.context
  await db.updateTable('users').set({ email: old }).where('email', '=', email).execute()
  expect(await app.report('unknown-user', returnPath)).toBe(250)
  expect(await app.suppressionOf(old)).toBeNull()
  expect(await app.followerOf(first, email)).toMatchObject({ unsubscribed: false })
})

/** A complaint that identifies its mail by the List-Unsubscribe header alone. */
async function complainByHeader(token: string) {
  const sample = await app.sampleReport('complaint-without-path', '')
  const report = sample.replace('TOKEN', token)
  expect(await submitMail(app.port, 'complaints@radr.test', report)).toBe(250)
}

test.each([
  ['weekly', 'former email ends nothing', false, false],
  ['weekly', 'present email ends all follows', true, true],
  ['drop', 'former email ends the one follow', false, false],
  ['drop', 'present email ends all follows', true, true],
] as const)(
  'A complaint about a %s mail without a return path to the %s',
  async (mail, _, isPresent, endsAll) => {
    const { first, second, old, email } = await moveAfterDrop()
    app.pass(day)
    const { id = 0 } = (await app.followerOf(second, email)) ?? {}
    const sentTo = isPresent ? email : old
    const token =
      mail === 'weekly'
        ? await weeklyTokenOf(app.context, id, sentTo, 'header-weekly')
        : addressToken('header-unsubscribe', id, sentTo, app.context.linkKey)
    await complainByHeader(token)
    expect(await app.followerOf(first, email)).toMatchObject({ unsubscribed: endsAll })
    const endsSecond = endsAll || mail === 'drop'
    expect(await app.followerOf(second, email)).toMatchObject({ unsubscribed: endsSecond })
    expect(await app.suppressionOf(email)).toEqual(
      endsAll ? expect.objectContaining({ reason: 'complaint' }) : null,
    )
  },
)

test('A complaint about a drop whose member deleted the account ends no other follow of a reader who has another email now', async () => {
  const { first, second, email, returnPath } = await moveAfterDrop()
  const report = await app.sampleReport('spam-complaint', returnPath)
  await deleteAccount(app, first)
  expect(await submitMail(app.port, 'complaints@radr.test', report)).toBe(250)
  expect(await app.followerOf(second, email)).toMatchObject({ unsubscribed: false })
  expect(await app.suppressionOf(email)).toBeNull()
})
