import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { startPostgres } from '../../../../scripts/temporary-postgres.ts'
import { startMailbox } from '../../../mailbox.ts'
import { type AppProcess, startApp } from '../../app-process.ts'
import { test as base } from '../../fixtures.ts'
import { linkTo, type MailReader, readMailbox, readOutbox } from '../../mail-reader.ts'
import {
  chooseInMenu,
  createAccount,
  editedTitles,
  errorsOf,
  openDropDialog,
  requestFollow,
  saveList,
  untilDraggable,
} from '../../page-actions.ts'

/** An app without members, and how its mail is read. */
type Host = {
  app: AppProcess
  readMail(newVisitor: () => Promise<Page>): Promise<MailReader>
  stop(): Promise<void>
}

const hosts: Record<string, () => Promise<Host | null>> = {
  async 'the embedded database and the outbox'() {
    const app = await startApp()
    return {
      app,
      readMail: async newVisitor => readOutbox(await newVisitor(), app.outbox),
      stop: () => app.stop(),
    }
  },
  async 'PostgreSQL and an SMTP server'() {
    const postgres = await startPostgres()
    if (!postgres) return null
    const mailbox = await startMailbox()
    const app = await startApp({ DATABASE_URL: postgres.url, SMTP_URL: mailbox.url })
    return {
      app,
      readMail: async () => readMailbox(mailbox),
      async stop() {
        await app.stop()
        await mailbox.close()
        await postgres.stop()
      },
    }
  },
}

const test = base.extend<{ hostName: string; host: Host }>({
  hostName: ['', { option: true }],
  host: async ({ hostName }, use) => {
    const host = await hosts[hostName]?.()
    base.skip(!host, 'PostgreSQL is not installed')
    if (!host) return
    await use(host)
    await host.stop()
  },
  baseURL: ({ host }, use) => use(host.app.url),
})

for (const hostName of Object.keys(hosts)) {
  test.describe(`On ${hostName}`, () => {
    test.use({ hostName })

    test('a member makes a list and drops it, and both followers get it by mail exactly once', async ({
      host,
      newVisitor,
    }) => {
      test.slow()
      const reader = await host.readMail(newVisitor)
      const ana = await newVisitor()
      await signUp(ana, 'ana')
      await makeList(ana)

      const stranger = await newVisitor()
      await stranger.goto('/ana')
      await requestFollow(stranger, 'fan@mail.test')
      await expect(stranger.getByText('Check your email to confirm').first()).toBeVisible()
      const confirmation = await reader.find('fan@mail.test', /confirm/i)
      for (const _visit of ['first', 'second']) {
        await stranger.goto(linkTo('/follow/confirm', confirmation))
        await stranger.getByRole('button', { name: 'Yes, send me the drops' }).click()
        await expect(stranger.getByRole('heading', { name: 'You follow @ana' })).toBeVisible()
        await stranger.getByRole('link', { name: 'What are your seven?' }).click()
        await expect(
          stranger.getByRole('heading', { name: 'What are your seven?' }),
        ).toBeInViewport()
      }

      const ben = await newVisitor()
      await signUp(ben, 'ben')
      await ben.goto('/ana')
      await ben.getByRole('button', { name: 'Follow', exact: true }).click()
      await expect(ben.getByRole('button', { name: 'Following' })).toBeVisible()
      await expect(ben.getByText('2 followers').first()).toBeVisible()
      const proof = await reader.find('ben@mail.test', /confirm/i)
      await ben.goto(linkTo('/email/confirm', proof))
      await ben.getByRole('button', { name: 'Confirm address' }).click()
      await expect(ben.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()

      await drop(ana)

      const subject = /ana.*#1\b/
      const mails = {
        ben: await reader.find('ben@mail.test', subject),
        fan: await reader.find('fan@mail.test', subject),
      }
      for (const mail of Object.values(mails)) {
        expect(mail.text).toContain(note)
        expect(mail.text.match(/https:\/\/open\.spotify\.com\/track\/\w+/g)).toHaveLength(7)
        expect(mail.text).toMatch(/You get this because/)
        expect(mail.headers['list-unsubscribe']).toMatch(/^<http.*\/api\/unsubscribe\/.*>$/)
        expect(await reader.count(mail.to, subject)).toBe(1)
      }
      await stranger.goto(linkTo('/unsubscribe', mails.fan))
      await stranger.getByRole('button', { name: 'Stop @ana' }).click()
      await expect(stranger.getByRole('heading', { name: 'No more mail' })).toBeVisible()
      await stranger.goto('/ana')
      await expect(stranger.getByText('1 follower').first()).toBeVisible()

      await readWithoutJavaScript(await newVisitor({ javaScriptEnabled: false }))
      for (const page of [ana, stranger, ben]) expect(await errorsOf(page)).toEqual([])
    })
  })
}

/** Links as people paste them, one in each of these forms. */
const forms = ['plain', 'uri', 'si22', 'intl', 'embed', 'angle', 'spaces', 'utm']
const pastes = readFileSync('tests/data/spotify-links.tsv', 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map(line => line.split('\t') as [string, string, string])
const links = forms.map(form => pastes.find(paste => paste[2] === form)?.[0] ?? '')
const note = 'For the long way home. More at example.com/notes'

async function signUp(page: Page, username: string) {
  await page.goto('/login')
  await page.getByRole('tab', { name: 'Create Account' }).click()
  await createAccount(page, username)
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('heading', { name: 'Your Radr' })).toBeVisible()
}

async function makeList(page: Page) {
  await expect(page.getByRole('button', { name: 'Add a track to your Radr' })).toHaveCount(6)
  await page.getByRole('button', { name: 'Add your #1 track to your Radr' }).first().click()
  await add(page, links[0] ?? '')
  await add(page, links.slice(1, 7).join('\n'))
  await expect(page.getByRole('dialog')).toBeHidden()
  await saveList(page)
  await expect(editedTitles(page)).toHaveCount(7)

  await dragWithMouse(page)
  await dragWithKeyboard(page)
  await saveList(page)

  const before = await editedTitles(page).allTextContents()
  await chooseInMenu(page, -1, 'Remove track')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Changes cancelled')).toBeVisible()
  await expect(editedTitles(page)).toHaveText(before)

  await chooseInMenu(page, 2, 'Swap track')
  await add(page, links[7] ?? '')
  await expect(page.getByRole('dialog')).toBeHidden()
  await saveList(page)
  const after = await editedTitles(page).allTextContents()
  expect(after[2]).not.toBe(before[2])
  expect(after.toSpliced(2, 1)).toEqual(before.toSpliced(2, 1))
  await page.reload()
  await expect(editedTitles(page)).toHaveText(after)
}

async function add(page: Page, text: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(text)
  await dialog.getByRole('button', { name: /^(Add track|Add 6 tracks|Swap track)$/ }).click()
}

const handles = (page: Page) => page.getByRole('button', { name: /^Move (?!up|down|to)/ })

async function dragWithMouse(page: Page) {
  await untilDraggable(page)
  const before = await editedTitles(page).allTextContents()
  await page.getByRole('heading', { name: 'Your Radr' }).scrollIntoViewIfNeeded()
  const from = await handles(page).nth(3).boundingBox()
  const to = await handles(page).nth(0).boundingBox()
  if (!from || !to) throw new Error('The handles are not visible')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, from.y - 10, { steps: 5 })
  await page.mouse.move(to.x + to.width / 2, to.y, { steps: 5 })
  await page.mouse.up()
  const [first, ...rest] = before.toSpliced(3, 1)
  await expect(editedTitles(page)).toHaveText([before[3] ?? '', first ?? '', ...rest])
}

async function dragWithKeyboard(page: Page) {
  const before = await editedTitles(page).allTextContents()
  await handles(page).nth(6).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect(editedTitles(page)).toHaveText([
    ...before.slice(0, 5),
    before[6] ?? '',
    before[5] ?? '',
  ])
}

async function drop(page: Page) {
  const dialog = await openDropDialog(page)
  await dialog.getByRole('textbox').fill(note)
  await dialog.getByRole('button', { name: /drop/i }).last().click()
  await expect(page.getByText('Drop successful!')).toBeVisible()
}

async function readWithoutJavaScript(page: Page) {
  await page.goto('/ana')
  await expect(page).toHaveTitle('The Radr - ana')
  await expect(page.locator('meta[property="og:title"]')).toHaveCount(1)
  // The links are in the menu of each row, which opens without a script.
  const links = page.getByRole('link', { name: /^Open on Spotify: /, includeHidden: true })
  expect(await links.count()).toBeGreaterThanOrEqual(7)
  await page
    .getByRole('button', { name: /^More for / })
    .first()
    .click()
  await expect(links.first()).toBeVisible()
  await page.goto('/ana/drops/1')
  await expect(page.getByRole('heading', { name: 'Drop #1' })).toBeVisible()
  await expect(page.getByText('For the long way home.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'example.com/notes' })).toHaveAttribute(
    'href',
    'https://example.com/notes',
  )
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', note)
  expect((await page.goto('/ana/drops/2'))?.status()).toBe(404)
}
