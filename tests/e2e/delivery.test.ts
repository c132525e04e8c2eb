import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkIn } from '../drop-audience.ts'
import { type Mailbox, type Reply, startMailbox } from '../mailbox.ts'
import { newPerson, openBrowser } from './browser.ts'
import { type RunningApp, startApp } from './running-app.ts'

let browser: Browser
let mailbox: Mailbox
let app: RunningApp
beforeAll(async () => {
  browser = await openBrowser()
  mailbox = await startMailbox()
  app = await startApp({ SMTP_URL: mailbox.url, RATE_LIMITS: 'off' })
})
afterAll(async () => {
  await browser.close()
  await app.stop()
  await mailbox.close()
})

test('The owner of a drop sees who got it and who did not, tries the failed again and stops; a visitor sees nothing of it', async () => {
  const ana = await newPerson(browser)
  const { page } = ana
  const refusals: Record<string, Reply> = {
    'gone@post.test': { code: 550, text: '5.1.1 No such user' },
    'busy@post.test': { code: 452, text: '4.3.1 Too much at once' },
    'strict@post.test': { code: 554, text: '5.7.1 Not from you' },
  }
  await signUp(page, 'ana')
  for (const email of ['fan@post.test', ...Object.keys(refusals)]) await followed(email)
  mailbox.behave({ recipient: to => refusals[to] ?? 'accept' })
  await post(page, '/api/drops', {})
  await page.goto(`${app.url}/ana/drops/1`)

  const panel = page.locator('section').filter({ hasText: 'Only you see this' })
  await counts(panel, ['1 of 4 sent', '1 waiting', '2 could not be reached'])
  await panel.getByText('Still trying', { exact: true }).waitFor()
  await panel.getByText('1 mail was put off by the mail server.').waitFor()
  const undelivered = panel.getByRole('list', { name: 'Who did not get it, and why' })
  const gone = undelivered.getByRole('listitem').filter({ hasText: 'gone@post.test' })
  await gone.getByText('The mailbox does not exist.').waitFor()
  await undelivered.getByText('Their mail provider refused it by its own rules.').waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  }

  delete refusals['strict@post.test']
  await panel.getByText('1 can be tried again').waitFor()
  await panel.getByRole('button', { name: 'Try the failed again' }).click()
  await counts(panel, ['2 of 4 sent', '1 waiting', '1 could not be reached'])
  await panel.getByRole('button', { name: 'Try the failed again' }).waitFor({ state: 'detached' })
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Delivery')
  const mailsTo = (address: string) =>
    mailbox.mails.filter(
      ({ to, parsed }) => to.includes(address) && /#1\b/.test(`${parsed.subject}`),
    )
  expect(mailsTo('strict@post.test')).toHaveLength(1)
  expect(mailsTo('fan@post.test')).toHaveLength(1)

  await panel.getByRole('button', { name: 'Stop' }).click()
  const question = page.getByRole('alertdialog', { name: 'Stop drop #1?' })
  await question.getByRole('button', { name: 'Stop the drop' }).click()
  await counts(panel, ['2 of 4 sent', '1 could not be reached', '1 not sent on purpose'])
  await panel.getByText('Stopped', { exact: true }).waitFor()
  await undelivered.getByText('You stopped this drop before it was sent.').waitFor()
  expect(await panel.getByRole('button').count()).toBe(0)
  expect(ana.errors).toEqual([])

  const other = await newPerson(browser)
  await seesNothing(other.page)
  await signUp(other.page, 'ben')
  await seesNothing(other.page)
  expect(other.errors).toEqual([])
})

test('A drop that nobody followed says so, and an answer that fails can be asked for again', async () => {
  const { page } = await newPerson(browser)
  await signUp(page, 'lone')
  await post(page, '/api/drops', {})
  const call = '**/api/drops/1/delivery?*'
  await page.route(call, route => route.fulfill({ status: 500, json: { message: 'Broken' } }))
  await page.goto(`${app.url}/lone/drops/1`)
  await page.getByText('Unable to load how this drop was delivered').waitFor()
  await page.unroute(call)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Nobody followed you when this dropped.').waitFor()
})

async function signUp(page: Page, username: string) {
  const email = `${username}@mail.test`
  await post(page, '/api/register', { username, email, password: 'correct horse' })
  await post(page, '/api/tracks', {
    spotifyUrl: 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC',
  })
}

/** A visitor asks to follow ana and confirms. */
async function followed(email: string) {
  const visitor = await newPerson(browser)
  await post(visitor.page, '/api/users/ana/followers', { email })
  const mails = await mailbox.waitFor(({ to }) => to.includes(email), 15_000)
  const mail = mails.find(({ to }) => to.includes(email))
  await visitor.page.goto(linkIn(mail, 'Confirm').href)
  await visitor.page.getByRole('button', { name: 'Confirm follow' }).click()
  await visitor.page.getByRole('heading', { name: 'You follow @ana' }).waitFor()
  await visitor.context.close()
}

async function post(page: Page, path: string, data: object) {
  const answer = await page.request.post(app.url + path, { headers: { origin: app.url }, data })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
}

/** The legend of the picture, once it says this. */
async function counts(panel: ReturnType<Page['locator']>, wanted: string[]) {
  const legend = panel.getByRole('list').first().getByRole('listitem')
  await expect.poll(() => legend.allTextContents(), { timeout: 20_000 }).toEqual(wanted)
}

async function seesNothing(page: Page) {
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await page.goto(`${app.url}/ana/drops/1`, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { name: 'Drop #1' }).waitFor()
  expect(await page.getByText('Only you see this').count()).toBe(0)
  expect(await page.getByText('post.test').count()).toBe(0)
  expect(asked.filter(address => /delivery-panel|\/delivery\b/.test(address))).toEqual([])
}
