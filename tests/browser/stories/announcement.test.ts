import { expect } from '@playwright/test'
import { findViolations } from '../find-violations.ts'
import { test } from '../fixtures.ts'
import { visit } from '../page-actions.ts'

const text = 'Mail is slow today: drops reach you a few hours late.'

test('An administrator puts a line on top of every page, which people dismiss', async ({
  as,
  newVisitor,
}) => {
  const admin = await as('boss', '/radrs')
  await admin.getByRole('button', { name: 'Announcement' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Announcement' })
  await dialog.getByLabel('Text').fill(text)
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog).toHaveCount(0)

  const visitor = await newVisitor()
  const line = visitor.getByRole('complementary', { name: 'Announcement' })
  await expect(async () => {
    await visit(visitor, '/charts')
    await expect(line).toContainText(text, { timeout: 1_000 })
  }).toPass()
  expect(await findViolations(visitor)).toEqual([])
  await visitor.emulateMedia({ colorScheme: 'dark' })
  expect(await findViolations(visitor)).toEqual([])
  await visitor.setViewportSize({ width: 390, height: 844 })
  await line.getByRole('button', { name: 'Dismiss the announcement' }).press('Enter')
  await expect(line).toHaveCount(0)
  await visit(visitor, '/mira')
  await expect(line).toHaveCount(0)

  const member = await as('mira', '/home')
  await expect(member.getByRole('complementary', { name: 'Announcement' })).toContainText(text)

  await admin.getByRole('button', { name: 'Announcement', exact: true }).click()
  await expect(dialog.getByLabel('Text')).toHaveValue(text)
  await dialog.getByLabel('Text').fill('')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog).toHaveCount(0)
  await visit(member, '/feed')
  await expect(member.getByRole('complementary', { name: 'Announcement' })).toHaveCount(0)
})
