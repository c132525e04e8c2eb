import { expect } from '@playwright/test'
import { test } from '../fixtures.ts'
import { linkTo, readOutbox } from '../mail-reader.ts'

const old = 'cedar-fox@mail.test'
const moved = 'cedar-moved@mail.test'

test.describe('A member moves to another address', () => {
  test('with the password and the link in a mail to the new one', async ({
    as,
    newVisitor,
    seededApp,
  }) => {
    const page = await as('cedar-fox', '/settings')
    await expect(page.getByText('Your account email cannot be changed')).toBeVisible()
    await page.getByRole('button', { name: 'Change email…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change email' })
    await dialog.getByLabel('New email').fill(moved)
    const password = dialog.getByLabel('Your password', { exact: true })
    await password.fill('not this one')
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await expect(dialog.getByText('This is not your password.')).toBeVisible()
    await password.fill('correct horse')
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText(`Open the link that was mailed to ${moved}`)).toBeVisible()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(old)

    const reader = readOutbox(await newVisitor(), seededApp.outbox)
    const link = linkTo('/email/change', await reader.find(moved, /new email address/))
    await page.goto(link)
    await page.getByRole('button', { name: 'Use this address' }).click()
    await expect(page.getByRole('heading', { name: 'Your address is changed' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(moved)
  })

  test('and back by the link in the mail to the old one, without JavaScript as well', async ({
    as,
    newVisitor,
    seededApp,
  }) => {
    const reader = readOutbox(await newVisitor(), seededApp.outbox)
    const link = linkTo('/email/undo', await reader.find(old, /has a new email address/))
    const page = await newVisitor({ javaScriptEnabled: false })
    await page.goto(link)
    await page.getByRole('button', { name: 'Undo the change' }).click()
    await expect(page.getByRole('heading', { name: 'Your address is back' })).toBeVisible()
    const elsewhere = await as('cedar-fox')
    await elsewhere.goto('/settings')
    await expect(elsewhere).toHaveURL('/login')
  })
})
