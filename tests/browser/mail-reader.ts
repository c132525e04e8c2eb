import { expect, type Page } from '@playwright/test'
import type { Mailbox } from '../mailbox.ts'

/** A mail as its reader has it: who it is for, what it says, where its links lead. */
type ReadMail = {
  to: string
  subject: string
  text: string
  links: string[]
  headers: Record<string, string>
}

export type MailReader = {
  /** Waits for a mail to `to` whose subject matches and returns it. */
  find(to: string, subject: RegExp): Promise<ReadMail>
  /** How many such mails there are now. */
  count(to: string, subject: RegExp): Promise<number>
}

/** Reads what an SMTP server received. */
export function readMailbox(mailbox: Mailbox): MailReader {
  const matching = (to: string, subject: RegExp) =>
    mailbox.mails.filter(mail => mail.to.includes(to) && subject.test(mail.parsed.subject ?? ''))
  return {
    async find(to, subject) {
      await mailbox.waitFor(() => matching(to, subject).length > 0, 15_000)
      const [mail] = matching(to, subject)
      if (!mail) throw new Error(`No mail to ${to}`)
      return {
        to,
        subject: mail.parsed.subject ?? '',
        text: mail.parsed.text ?? '',
        links: linksIn(mail.parsed.html ?? ''),
        headers: Object.fromEntries(
          mail.parsed.headers.map(({ key, value }) => [key.toLowerCase(), value]),
        ),
      }
    },
    count: async (to, subject) => matching(to, subject).length,
  }
}

/** Reads the outbox as a person does: in the browser, reloading until the mail is there. */
export function readOutbox(page: Page, outbox: string | null): MailReader {
  if (!outbox) throw new Error('The app has no outbox')
  const mailsTo = (to: string, subject: RegExp) =>
    page.locator('ol.mails > li').filter({ hasText: to }).filter({ hasText: subject })
  async function count(to: string, subject: RegExp) {
    await page.goto(outbox ?? '')
    return mailsTo(to, subject).count()
  }
  return {
    async find(to, subject) {
      await expect
        .poll(() => count(to, subject), { message: `a mail to ${to} in the outbox` })
        .toBeGreaterThan(0)
      const address = await mailsTo(to, subject).first().getByRole('link').getAttribute('href')
      await page.goto(new URL(address ?? '', outbox).href)
      return readShownMail(page, to)
    },
    count,
  }
}

async function readShownMail(page: Page, to: string): Promise<ReadMail> {
  const text = await page.locator('pre').textContent()
  const links = await page
    .frameLocator('iframe')
    .getByRole('link')
    .evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''))
  const headers = await page
    .locator('dl dt')
    .evaluateAll(names =>
      names.map(name => [
        name.textContent.toLowerCase(),
        name.nextElementSibling?.textContent ?? '',
      ]),
    )
  return {
    to,
    subject: (await page.getByRole('heading', { level: 1 }).textContent()) ?? '',
    text: text ?? '',
    links,
    headers: Object.fromEntries(headers),
  }
}

/** The mail's link to this path of the app. */
export function linkTo(path: string, { links }: Pick<ReadMail, 'links'>): string {
  const link = links.find(each => new URL(each).pathname === path)
  if (!link) throw new Error(`The mail has no link to ${path}`)
  return link
}

const linksIn = (html: string) =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => (link ?? '').replaceAll('&amp;', '&'))
