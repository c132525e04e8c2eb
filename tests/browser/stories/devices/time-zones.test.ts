import { expect } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { visit } from '../../page-actions.ts'

const dateIn = (timeZone: string, time: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }).format(new Date(time))

test('A member sees dates of their time zone, from the second page on already in its HTML, and a visitor those of UTC', async ({
  as,
  newVisitor,
}) => {
  const signedIn = await as('mira')
  const answer = await signedIn.request.get('/api/users/kofi/drops')
  const { created_at } = ((await answer.json()) as [{ created_at: string }])[0]
  // 25 hours apart, so that at least one of them has another date than UTC.
  const utc = dateIn('UTC', created_at)
  const timezoneId =
    ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find(zone => dateIn(zone, created_at) !== utc) ?? ''
  const own = dateIn(timezoneId, created_at)

  const options = { timezoneId, storageState: await signedIn.context().storageState() }
  const page = await newVisitor(options)
  const date = page.getByRole('heading', { level: 2 }).first()
  await visit(page, '/kofi/drops')
  await expect(date).toHaveText(own)
  const html = await (await page.request.get('/kofi/drops')).text()
  expect(html).toContain(`>${own}<`)
  await visit(page, '/kofi/drops')
  await expect(date).toHaveText(own)

  const visitor = await newVisitor({ timezoneId })
  await visit(visitor, '/kofi/drops')
  await expect(visitor.getByRole('heading', { level: 2 }).first()).toHaveText(utc)
})
