import { expect } from '@playwright/test'
import { hashToken } from '../../../../src/platform/secrets/tokens.ts'
import { test } from '../../fixtures.ts'
import { createAccount, visit } from '../../page-actions.ts'

const token = 'i'.repeat(43)

test.use({
  additions: {
    settings: { REGISTRATION: 'invite' },
    rows: async db => {
      const expires_at = new Date(Date.now() + 60 * 60 * 1000)
      await db
        .insertInto('invitations')
        .values({ token_hash: hashToken(token), expires_at })
        .execute()
    },
  },
})

test('With the link of an invitation one account is created', async ({ page, newVisitor }) => {
  const link = `/login?invitation=${token}#create-account`
  await visit(page, link)
  await createAccount(page, 'invited-one')
  await expect(page).toHaveURL('/home')
  const late = await newVisitor()
  await visit(late, link)
  await createAccount(late, 'invited-late')
  await expect(late.getByText('This invitation was used or has expired.')).toBeVisible()
})
