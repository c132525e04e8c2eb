import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres } from '../../scripts/temporary-postgres.ts'
import { startMailbox } from '../mailbox.ts'
import { newPerson, openBrowser, type Person } from './browser.ts'
import { type MailReader, readMailbox, readOutbox } from './mail-reader.ts'
import { type RunningApp, startApp } from './running-app.ts'

/** The main job, on both kinds of host: nothing the people do or see differs. */
type Host = { app: RunningApp; mails(browser: Browser): Promise<MailReader>; stop(): Promise<void> }

const hosts: { name: string; start(): Promise<Host | null> }[] = [
  {
    name: 'the embedded database and the outbox',
    async start() {
      const app = await startApp()
      return {
        app,
        mails: async browser => readOutbox((await newPerson(browser)).page, app.outbox ?? ''),
        stop: () => app.stop(),
      }
    },
  },
  {
    name: 'PostgreSQL and an SMTP server',
    async start() {
      const postgres = await startPostgres()
      if (!postgres) return null
      const mailbox = await startMailbox()
      const app = await startApp({ DATABASE_URL: postgres.url, SMTP_URL: mailbox.url })
      return {
        app,
        mails: async () => readMailbox(mailbox),
        async stop() {
          await app.stop()
          await mailbox.close()
          await postgres.stop()
        },
      }
    },
  },
]

/** Real pastes, one of each of these forms. */
const forms = ['plain', 'uri', 'si22', 'intl', 'embed', 'angle', 'spaces', 'utm']
const pastes = readFileSync('tests/data/spotify-links.tsv', 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map(line => line.split('\t') as [string, string, string])
const links = forms.map(form => pastes.find(paste => paste[2] === form)?.[0] ?? '')
const note = 'For the long way home. More at example.com/notes'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe.each(hosts)('On $name', ({ start }) => {
  test('a member makes a list and drops it, and both followers get it by mail exactly once', async context => {
    const host = await start()
    if (!host) return context.skip('PostgreSQL is not installed')
    try {
      await liveTheStory(host)
    } finally {
      await host.stop()
    }
  })
})

async function liveTheStory({ app, mails }: Host) {
  const reader = await mails(browser)
  const ana = await newPerson(browser)
  await signUp(ana.page, app.url, 'ana')
  await makeTheList(ana.page)

  const stranger = await newPerson(browser)
  await followByEmail(stranger.page, app.url, 'ana', 'fan@mail.test')
  const confirm = await reader.find('fan@mail.test', /confirm/i)
  for (const _visit of ['first', 'second']) {
    await stranger.page.goto(linkIn(confirm.links, '/follow/confirm'))
    await stranger.page.getByRole('button', { name: 'Confirm follow' }).click()
    await stranger.page.getByRole('heading', { name: 'You follow @ana' }).waitFor()
  }

  const ben = await newPerson(browser)
  await signUp(ben.page, app.url, 'ben')
  await ben.page.goto(`${app.url}/ana`)
  await ben.page.getByRole('button', { name: 'Follow', exact: true }).click()
  await ben.page.getByRole('button', { name: 'Following' }).waitFor()
  await ben.page.getByText('2 followers').first().waitFor()

  await drop(ana.page, app.url)

  const subject = /ana.*#1\b/
  for (const address of ['fan@mail.test', 'ben@mail.test']) {
    const mail = await reader.find(address, subject)
    expect(mail.text).toContain(note)
    expect(mail.text.match(/https:\/\/open\.spotify\.com\/track\/\w+/g)).toHaveLength(7)
    expect(mail.text).toMatch(/You get this because/)
    expect(mail.headers['list-unsubscribe']).toMatch(/^<http.*\/api\/unsubscribe\/.*>$/)
    expect(await reader.count(address, subject)).toBe(1)
  }
  const mail = await reader.find('fan@mail.test', subject)
  await stranger.page.goto(linkIn(mail.links, '/unsubscribe'))
  await stranger.page.getByRole('button', { name: /only these/i }).click()
  await stranger.page.getByRole('heading', { name: 'No more mail' }).waitFor()
  await stranger.page.goto(`${app.url}/ana`)
  await stranger.page.getByText('1 follower', { exact: false }).first().waitFor()

  await visitWithoutJavaScript(app.url)
  for (const person of [ana, stranger, ben]) expect(person.errors).toEqual([])
}

async function signUp(page: Page, url: string, username: string) {
  await page.goto(`${url}/login`)
  await page.getByRole('tab', { name: 'Create Account' }).click()
  const form = page.getByRole('tabpanel', { name: 'Create Account' })
  await form.getByRole('textbox', { name: 'Username' }).fill(username)
  await form.getByRole('textbox', { name: 'Email' }).fill(`${username}@mail.test`)
  await form.getByLabel('Password', { exact: true }).fill('correct horse')
  await form.getByRole('textbox', { name: 'Confirm Password' }).fill('correct horse')
  await form.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('**/home')
  await page.getByRole('heading', { name: 'Your Radr' }).waitFor()
}

async function makeTheList(page: Page) {
  await page.getByRole('button', { name: 'Add your #1 track to your Radr' }).first().click()
  await paste(page, links[0] ?? '')
  for (const link of links.slice(1, 7)) {
    await page.getByRole('button', { name: 'Add a track to your Radr' }).first().click()
    await paste(page, link)
  }
  await save(page)
  expect(await titles(page)).toHaveLength(7)

  await dragWithMouse(page)
  await dragWithKeyboard(page)
  await save(page)

  const before = await titles(page)
  await page.getByRole('button', { name: 'Remove track' }).last().click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Changes cancelled').waitFor()
  expect(await titles(page)).toEqual(before)

  await page.getByRole('button', { name: 'Swap track' }).nth(2).click()
  await paste(page, links[7] ?? '')
  await save(page)
  const after = await titles(page)
  expect(after[2]).not.toBe(before[2])
  expect(after.toSpliced(2, 1)).toEqual(before.toSpliced(2, 1))
  await page.reload()
  expect(await titles(page)).toEqual(after)
}

async function paste(page: Page, link: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(link)
  await dialog.getByRole('button', { name: /Add track|Swap track/ }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Your Radr has been updated successfully').waitFor()
  await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'hidden' })
}

/** What stands on the cards, in order. */
async function titles(page: Page) {
  const headings = page.locator('article h2')
  await headings.first().waitFor()
  return headings.allTextContents()
}

const handles = (page: Page) => page.getByRole('button', { name: /^Move (?!up|down|to)/ })

async function dragWithMouse(page: Page) {
  const before = await titles(page)
  await page.getByRole('heading', { name: 'Your Radr' }).scrollIntoViewIfNeeded()
  const from = await handles(page).nth(3).boundingBox()
  const to = await handles(page).nth(0).boundingBox()
  if (!from || !to) throw new Error('The handles are not to be seen')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, from.y - 10, { steps: 5 })
  await page.mouse.move(to.x + to.width / 2, to.y, { steps: 20 })
  await page.mouse.up()
  const [first, ...rest] = before.toSpliced(3, 1)
  await expect.poll(() => titles(page)).toEqual([before[3], first, ...rest])
}

async function dragWithKeyboard(page: Page) {
  const before = await titles(page)
  await handles(page).nth(6).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect.poll(() => titles(page)).toEqual([...before.slice(0, 5), before[6], before[5]])
}

async function followByEmail(page: Page, url: string, member: string, email: string) {
  await page.goto(`${url}/${member}`)
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Follow' }).click()
  await page.getByText('Check your email to confirm').first().waitFor()
}

async function drop(page: Page, url: string) {
  await page.goto(`${url}/home`)
  await page.getByRole('button', { name: 'DROP', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(note)
  await dialog.getByRole('button', { name: /drop/i }).last().click()
  await page.getByText('Drop successful!').waitFor()
}

async function visitWithoutJavaScript(url: string) {
  const visitor: Person = await newPerson(browser, { javaScriptEnabled: false })
  const { page } = visitor
  await page.goto(`${url}/ana`)
  expect(await page.title()).toBe('The Radr - ana')
  expect(await page.locator('meta[property="og:title"]').count()).toBe(1)
  expect(await page.getByRole('link', { name: /spotify/i }).count()).toBeGreaterThanOrEqual(7)
  await page.goto(`${url}/ana/drops/1`)
  await page.getByRole('heading', { name: 'Drop #1' }).waitFor()
  await page.getByText('For the long way home.').waitFor()
  expect(await page.getByRole('link', { name: 'example.com/notes' }).getAttribute('href')).toBe(
    'https://example.com/notes',
  )
  expect(await page.locator('meta[name="description"]').getAttribute('content')).toBe(note)
  expect((await page.goto(`${url}/ana/drops/2`))?.status()).toBe(404)
}

function linkIn(links: string[], path: string): string {
  const link = links.find(each => new URL(each).pathname === path)
  if (!link) throw new Error(`The mail has no link to ${path}`)
  return link
}
