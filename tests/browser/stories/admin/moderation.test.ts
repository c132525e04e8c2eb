import { expect } from '@playwright/test'
import { findViolations } from '../../find-violations.ts'
import { test } from '../../fixtures.ts'
import { menuItem, visit } from '../../page-actions.ts'

const reason = 'The note of your drop names a private person.'

test('An administrator hides a member, who reads why, and shows the member again', async ({
  as,
  newVisitor,
}) => {
  const admin = await as('boss', '/radrs')
  await admin.getByLabel('Search by username').fill('harbor-tapes')
  const card = admin.getByRole('main').getByRole('listitem').filter({ hasText: '@harbor-tapes' })
  const openMenu = () => card.getByRole('button', { name: 'More about harbor-tapes' }).click()
  await openMenu()
  await menuItem(admin, 'Hide…').click()
  const dialog = admin.getByRole('dialog', { name: 'Hide @harbor-tapes?' })
  await expect(dialog.getByRole('button', { name: 'Hide', exact: true })).toBeDisabled()
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(card.getByText('Hidden', { exact: true })).toBeVisible()
  await expect(card.getByText(reason)).toBeVisible()
  await admin.getByText('Moderation log').click()
  await expect(admin.getByText('@boss hid @harbor-tapes')).toBeVisible()

  const visitor = await newVisitor()
  expect((await visitor.goto('/harbor-tapes'))?.status()).toBe(404)
  const member = await as('harbor-tapes', '/home')
  const notice = member.getByRole('region', { name: 'Your Radr is hidden' })
  await expect(notice.getByText(reason)).toBeVisible()
  await expect(notice.getByText('ask us to look again')).toBeVisible()
  for (const page of [admin, member]) expect(await findViolations(page)).toEqual([])
  await member.emulateMedia({ colorScheme: 'dark' })
  expect(await findViolations(member)).toEqual([])

  await openMenu()
  await menuItem(admin, 'Show again…').click()
  const showDialog = admin.getByRole('dialog', { name: 'Show @harbor-tapes again?' })
  await showDialog.getByLabel('Reason').fill('The note is gone.')
  await showDialog.getByRole('button', { name: 'Show again' }).click()
  await expect(card.getByText('Hidden', { exact: true })).toHaveCount(0)
  await expect(admin.getByText('@boss showed @harbor-tapes again')).toBeVisible()
  await expect
    .poll(async () => (await visitor.goto('/harbor-tapes'))?.status(), { timeout: 10_000 })
    .toBe(200)
  await visit(member, '/home')
  await expect(notice).toHaveCount(0)
})
