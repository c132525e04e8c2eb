import { expect } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { visit } from '../../page-actions.ts'

test.describe('The login page', () => {
  test('says what is wrong with the email or the password, and signs in', async ({ page }) => {
    await visit(page, '/login')
    await expect(
      page.getByRole('heading', { name: 'Sharing music just got fun again' }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await expect(page.getByText('Password is required')).toBeVisible()
    await page.getByLabel('Email').fill('mira@mail.test')
    await page.getByLabel('Password', { exact: true }).fill('not it')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Login failed', { exact: true })).toBeVisible()
    await expect(page.getByText('Invalid login credentials', { exact: true })).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.getByRole('button', { name: 'Show Password' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide Password' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/home')
    await expect(page.getByText('Login successful')).toBeVisible()
    await expect(page.getByText('Welcome back, mira!')).toBeVisible()
  })

  test('validates a new account while it is typed', async ({ page }) => {
    await visit(page, '/login')
    await page.getByRole('tab', { name: 'Create Account' }).click()
    const name = page.getByLabel('Username')
    const create = page.getByRole('button', { name: 'Create Account' })
    await expect(page.getByText(/^Your Radr URL: .*This can be changed later\.$/)).toBeVisible()
    await create.click()
    await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
    await expect(page.getByText('Please confirm your password')).toBeVisible()
    for (const [typed, said] of [
      ['ab', 'Username must be at least 3 characters'],
      ['a'.repeat(31), 'Username cannot exceed 30 characters'],
      ['a b c', 'Username can only contain letters, numbers, underscores, and hyphens'],
      ['KOFI', 'This username is already taken'],
    ] as const) {
      await name.fill(typed)
      await expect(page.getByText(said)).toBeVisible()
    }
    await expect(create).toBeDisabled()
    await page.route('**/api/username-available', route => route.abort())
    await name.fill('free-name')
    await expect(page.getByText('Error checking username availability')).toBeVisible()
    await page.unrouteAll()
    await page.getByLabel('Email').fill('free@mail.test')
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.getByLabel('Confirm Password', { exact: true }).fill('other horse')
    await create.click()
    await expect(page.getByText("Passwords don't match")).toBeVisible()
    await page.getByLabel('Confirm Password', { exact: true }).fill('correct horse')
    await create.click()
    await expect(page).toHaveURL('/home')
    await expect(page.getByText('Registration successful')).toBeVisible()
  })
})
