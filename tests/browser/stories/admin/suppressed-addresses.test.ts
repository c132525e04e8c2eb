import { expect } from '@playwright/test'
import { findViolations } from '../../find-violations.ts'
import { test } from '../../fixtures.ts'

test('An administrator sends mail again to an email that was suppressed', async ({ as }) => {
  const admin = await as('boss', '/radrs')
  await admin.getByText('Suppressed addresses', { exact: true }).click()
  await expect(admin.getByText('550 5.1.1 No such mailbox')).toBeVisible()
  expect(await findViolations(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Send again to m…@example.test' }).click()
  await expect(admin.getByText('550 5.1.1 No such mailbox')).toHaveCount(0)
  await expect(admin.getByText('1 suppression')).toBeVisible()
})
