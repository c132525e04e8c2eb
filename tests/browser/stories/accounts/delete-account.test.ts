import { expect } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { openSetting } from '../../page-actions.ts'

test('A member deletes their account with password and typed name', async ({
  as,
  page: visitor,
}) => {
  const page = await as('ember-fox', '/settings')
  await openSetting(page, 'Delete account')
  await page.getByRole('button', { name: 'Delete account…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  const username = dialog.getByLabel('Your username')
  const password = dialog.getByLabel('Your password', { exact: true })
  await username.fill('somebody')
  await password.fill('correct horse')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(dialog.getByText('This is not your username.')).toBeVisible()
  await username.fill('ember-fox')
  await password.fill('not this one')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(dialog.getByText('This is not your password.')).toBeVisible()
  await password.fill('correct horse')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page).toHaveURL('/login')

  const response = await visitor.goto('/ember-fox')
  expect(response?.status()).toBe(404)
  await page.goto('/home')
  await expect(page).toHaveURL('/login')
})
