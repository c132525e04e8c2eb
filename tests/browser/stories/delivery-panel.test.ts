import { expect, type Locator, type Page } from '@playwright/test'
import { type Mailbox, type Reply, startMailbox } from '../../mailbox.ts'
import type { AppProcess } from '../app-process.ts'
import { findViolations } from '../find-violations.ts'
import { test as base } from '../fixtures.ts'
import { linkTo, readMailbox } from '../mail-reader.ts'
import { errorsOf, post, visit } from '../page-actions.ts'
import { startSeededApp } from '../seeded-app.ts'

/** An app whose mail goes to an SMTP server. */
const test = base.extend<object, { mailbox: Mailbox; app: AppProcess }>({
  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of needed fixtures from the pattern.
    async ({}, use) => {
      const mailbox = await startMailbox()
      await use(mailbox)
      await mailbox.close()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ mailbox }, use) => {
      const app = await startSeededApp({ settings: { SMTP_URL: mailbox.url } })
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ app }, use) => use(app.url),
})

test('The owner of a drop sees who got it and who did not, retries the failed deliveries and stops; nobody else sees any of it', async ({
  app,
  mailbox,
  page,
  newVisitor,
}) => {
  const rejections: Record<string, Reply> = {
    'gone@post.test': { code: 550, text: '5.1.1 No such user' },
    'busy@post.test': { code: 452, text: '4.3.1 Too much at once' },
    'strict@post.test': { code: 554, text: '5.7.1 Not from you' },
  }
  await signUp(page, app, 'ana')
  const follower = await newVisitor()
  for (const email of ['fan@post.test', ...Object.keys(rejections)])
    await followAna(follower, app, mailbox, email)
  mailbox.behave({ recipient: to => rejections[to] ?? 'accept' })
  await post(page, `${app.url}/api/drops`, {})
  await visit(page, '/ana/drops/1')

  const panel = page.locator('section').filter({ hasText: 'Only you see this' })
  await expectCounts(panel, ['1 of 4 sent', '1 waiting', '2 could not be reached'])
  await expect(panel.getByText('Still trying', { exact: true })).toBeVisible()
  await expect(panel.getByText('1 mail was put off by the mail server.')).toBeVisible()
  const undelivered = panel.getByRole('list', { name: 'Who did not get it, and why' })
  const gone = undelivered.getByRole('listitem').filter({ hasText: 'gone@post.test' })
  await expect(gone.getByText('The mailbox does not exist.')).toBeVisible()
  await expect(
    undelivered.getByText('Their mail provider refused it by its own rules.'),
  ).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findViolations(page, ['color-contrast'])).toEqual([])

  delete rejections['strict@post.test']
  await expect(panel.getByText('1 can be tried again')).toBeVisible()
  const retry = panel.getByRole('button', { name: 'Try again' })
  await retry.click()
  await expectCounts(panel, ['2 of 4 sent', '1 waiting', '1 could not be reached'])
  await expect(retry).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveText('Delivery')
  const mailsTo = (address: string) =>
    mailbox.mails.filter(
      ({ to, parsed }) => to.includes(address) && /#1\b/.test(`${parsed.subject}`),
    )
  expect(mailsTo('strict@post.test')).toHaveLength(1)
  expect(mailsTo('fan@post.test')).toHaveLength(1)

  await panel.getByRole('button', { name: 'Stop' }).click()
  const question = page.getByRole('alertdialog', { name: 'Stop drop #1?' })
  await question.getByRole('button', { name: 'Stop the drop' }).click()
  await expectCounts(panel, ['2 of 4 sent', '1 could not be reached', '1 not sent on purpose'])
  await expect(panel.getByText('Stopped', { exact: true })).toBeVisible()
  await expect(undelivered.getByText('You stopped this drop before it was sent.')).toBeVisible()
  await expect(panel.getByRole('button')).toHaveCount(0)
  expect(await errorsOf(page)).toEqual([])

  const other = await newVisitor()
  await expectNoDelivery(other)
  await signUp(other, app, 'ben')
  await expectNoDelivery(other)
  expect(await errorsOf(other)).toEqual([])
})

test('The owner of a drop that had no followers is told so, after a failed request on retrying', async ({
  app,
  page,
}) => {
  await signUp(page, app, 'lone')
  await post(page, `${app.url}/api/drops`, {})
  const call = '**/api/drops/1/delivery?*'
  await page.route(call, route => route.fulfill({ status: 500, json: { message: 'Broken' } }))
  await visit(page, '/lone/drops/1')
  await expect(page.getByText('Unable to load how this drop was delivered')).toBeVisible()
  await page.unroute(call)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Nobody followed you when this dropped.')).toBeVisible()
})

/** Registers a member with one track. */
async function signUp(page: Page, { url }: AppProcess, username: string) {
  const email = `${username}@mail.test`
  await post(page, `${url}/api/register`, { username, email, password: 'correct horse' })
  const spotifyUrl = 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC'
  await post(page, `${url}/api/tracks`, { spotifyUrl })
}

/** Requests to follow ana by email, and confirms by the link in the mail. */
async function followAna(page: Page, { url }: AppProcess, mailbox: Mailbox, email: string) {
  await post(page, `${url}/api/users/ana/followers`, { email })
  const mail = await readMailbox(mailbox).find(email, /confirm/i)
  await visit(page, linkTo('/follow/confirm', mail))
  await page.getByRole('button', { name: 'Confirm follow' }).click()
  await expect(page.getByRole('heading', { name: 'You follow @ana' })).toBeVisible()
}

const expectCounts = (panel: Locator, counts: string[]) =>
  expect(panel.getByRole('list').first().getByRole('listitem')).toHaveText(counts)

async function expectNoDelivery(page: Page) {
  const requests: string[] = []
  page.on('request', request => requests.push(request.url()))
  await page.goto('/ana/drops/1', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { name: 'Drop #1' })).toBeVisible()
  await expect(page.getByText('Only you see this')).toHaveCount(0)
  await expect(page.getByText('post.test')).toHaveCount(0)
  expect(requests.filter(address => /delivery-panel|\/delivery\b/.test(address))).toEqual([])
}
