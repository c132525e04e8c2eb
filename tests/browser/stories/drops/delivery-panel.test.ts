import { expect, type Locator, type Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '../../../../src/platform/database.ts'
import { findViolations } from '../../find-violations.ts'
import { test } from '../../fixtures.ts'
import { errorsOf, visit } from '../../page-actions.ts'

test.use({ additions: { rows: leaveOneForDigest } })

/** The last one who got drop #6 of mira is to get it in the mail of the week. Its counts may be stored already. */
async function leaveOneForDigest(db: Database) {
  const latest = sql`(
    select d.id from drops d join users u on u.id = d.user_id
    where u.username = 'mira' and d.drop_number = 6)`
  await sql`
    with last as (
      select n.id, registry_id from drop_notifications n join radr_follows f on f.id = follow_id
      where drop_id = ${latest} and status = 'sent' order by n.id desc limit 1
    ), weekly as (
      insert into mails (kind, subscriber_id, requested_at, due_at)
      select 'weekly-mail', registry_id, now(), now() + interval '1 year' from last returning id
    )
    update drop_notifications n set status = 'pending', sent_at = null, weekly_mail_id = weekly.id
    from last, weekly where n.id = last.id`.execute(db)
  await sql`update drops set delivery_counts = null where id = ${latest}`.execute(db)
}

test('The owner of a drop sees who got it and who did not, retries the failed deliveries and stops; nobody else sees any of it', async ({
  as,
  page: visitor,
}) => {
  const page = await as('mira', '/mira/drops/6')
  const panel = page.locator('section').filter({ hasText: 'Only you see this' })
  await expectCounts(panel, [
    '12 of 17 sent',
    '1 in a weekly mail',
    '1 without an answer',
    '2 could not be reached',
    '1 without mail',
  ])
  await expect(panel).toContainText(
    'Accounts that have not confirmed their address get it without your note.',
  )
  const undelivered = panel.getByRole('list', { name: 'Who did not get it, and why' })
  await expect(undelivered.getByText('The mailbox does not exist.')).toBeVisible()
  await expect(
    undelivered.getByText('Their mail provider refused it by its own rules.'),
  ).toBeVisible()

  await expect(panel.getByText('1 can be tried again')).toBeVisible()
  const retry = panel.getByRole('button', { name: 'Try again' })
  await retry.click()
  await expectCounts(panel, [
    '13 of 17 sent',
    '1 in a weekly mail',
    '1 without an answer',
    '1 could not be reached',
    '1 without mail',
  ])
  await expect(retry).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveText('Delivery')

  await panel.getByRole('button', { name: 'Stop' }).click()
  const question = page.getByRole('alertdialog', { name: 'Stop drop #6?' })
  await question.getByRole('button', { name: 'Stop the drop' }).click()
  await expectCounts(panel, [
    '13 of 17 sent',
    '1 without an answer',
    '1 could not be reached',
    '2 without mail',
  ])
  await expect(panel.getByText('Stopped', { exact: true })).toBeVisible()
  await expect(undelivered.getByText('You stopped this drop before it was sent.')).toBeVisible()
  await expect(panel.getByRole('button')).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
  expect(await errorsOf(page)).toEqual([])

  for (const other of [visitor, await as('kofi')]) {
    await expectNoDelivery(other)
    expect(await errorsOf(other)).toEqual([])
  }
})

test('The owner of a drop that had no followers is told so, after a failed request on retrying', async ({
  as,
}) => {
  const page = await as('devon')
  const call = '**/api/drops/1/delivery?*'
  await page.route(call, route => route.fulfill({ status: 500, json: { message: 'Broken' } }))
  await visit(page, '/devon/drops/1')
  await expect(page.getByText('Unable to load how this drop was delivered')).toBeVisible()
  await page.unroute(call)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Nobody followed you when this dropped.')).toBeVisible()
})

const expectCounts = (panel: Locator, counts: string[]) =>
  expect(panel.getByRole('list').first().getByRole('listitem')).toHaveText(counts)

async function expectNoDelivery(page: Page) {
  const requests: string[] = []
  page.on('request', request => requests.push(request.url()))
  await page.goto('/mira/drops/6', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { name: 'Drop #6' })).toBeVisible()
  await expect(page.getByText('Only you see this')).toHaveCount(0)
  await expect(page.getByText('letters.example.org')).toHaveCount(0)
  expect(requests.filter(address => /delivery-panel|\/delivery\b/.test(address))).toEqual([])
}
