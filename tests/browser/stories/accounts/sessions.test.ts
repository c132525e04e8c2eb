import { expect } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { openSetting, post } from '../../page-actions.ts'

test('A member sees where they are signed in, and ends a session elsewhere', async ({
  as,
  newVisitor,
}) => {
  const elsewhere = await newVisitor()
  await post(elsewhere, '/api/login', {
    email: 'delta-fox@mail.test',
    password: 'correct horse',
  })
  const page = await as('delta-fox', '/settings')
  await openSetting(page, 'Sessions')
  await expect(page.getByText('This browser', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^End the session since / }).click()
  await expect(page.getByText('Session ended').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^End the session since / })).toHaveCount(0)
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  await elsewhere.goto('/settings')
  await expect(elsewhere).toHaveURL('/login')
})
