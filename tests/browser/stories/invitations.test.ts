import { expect, type Page } from '@playwright/test'
import { suppress } from '../../../src/mail/suppression.ts'
import { findViolations } from '../find-violations.ts'
import { test } from '../fixtures.ts'
import { createAccount, visit } from '../page-actions.ts'

test.use({
  additions: {
    settings: { REGISTRATION: 'invite', MEMBER_INVITATIONS: '1' },
    rows: db => suppress(db, 'mira@example.test', 'hard', '550 5.1.1 No such mailbox'),
  },
})

const linkOn = (page: Page) => page.getByText(/^http.*\?invitation=/)

test('An administrator makes a link with which somebody creates an account, and withdraws another', async ({
  as,
  newVisitor,
}) => {
  const admin = await as('boss', '/radrs')
  await admin.getByText('Invitations', { exact: true }).click()
  await expect(admin.getByText('No invitation is open.')).toBeVisible()
  await admin.getByRole('button', { name: 'Create an invitation link' }).click()
  const link = (await linkOn(admin).textContent()) ?? ''
  await expect(admin.getByText(/^Created by @boss on /)).toBeVisible()
  expect(await findViolations(admin)).toEqual([])

  const visitor = await newVisitor()
  await visit(visitor, link)
  await createAccount(visitor, 'invited-one')
  await expect(visitor).toHaveURL('/home')

  await admin.getByRole('button', { name: 'Create another link' }).click()
  await expect(linkOn(admin)).not.toHaveText(link)
  await admin.getByRole('button', { name: /^Withdraw the invitation by @boss/ }).click()
  await expect(admin.getByText('No invitation is open.')).toBeVisible()
  const late = await newVisitor()
  await visit(late, (await linkOn(admin).textContent()) ?? '')
  await createAccount(late, 'invited-late')
  await expect(late.getByText('This invitation was used or has expired.')).toBeVisible()
})

test('A member invites as often as the settings allow', async ({ as }) => {
  const member = await as('mira', '/settings')
  await member.getByRole('button', { name: 'Create an invitation link' }).click()
  await expect(linkOn(member)).toBeVisible()
  await member.getByRole('button', { name: 'Create another link' }).click()
  await expect(
    member.getByText('Your other invitations have to be used or withdrawn first.'),
  ).toBeVisible()
})

test('An administrator sends mail again to an address that was suppressed', async ({ as }) => {
  const admin = await as('boss', '/radrs')
  await admin.getByText('Suppressed addresses', { exact: true }).click()
  await expect(admin.getByText('550 5.1.1 No such mailbox')).toBeVisible()
  expect(await findViolations(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Send again to m…@example.test' }).click()
  await expect(admin.getByText('550 5.1.1 No such mailbox')).toHaveCount(0)
  await expect(admin.getByText('1 suppression')).toBeVisible()
})
