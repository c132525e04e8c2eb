import type { Page } from 'playwright-core'
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
  /** Waits for a mail to `to` whose subject fits and answers it. */
  find(to: string, subject: RegExp): Promise<ReadMail>
  /** How many such mails there are now. */
  count(to: string, subject: RegExp): Promise<number>
}

export function readMailbox(mailbox: Mailbox): MailReader {
  const fitting = (to: string, subject: RegExp) =>
    mailbox.mails.filter(mail => mail.to.includes(to) && subject.test(mail.parsed.subject ?? ''))
  return {
    async find(to, subject) {
      await mailbox.waitFor(() => fitting(to, subject).length > 0, 15_000)
      const mail = fitting(to, subject)[0]
      if (!mail) throw new Error('The mail has gone')
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
    count: async (to, subject) => fitting(to, subject).length,
  }
}

/** Reads the outbox as a person does: in the browser, reloading until the mail is there. */
export function readOutbox(page: Page, outbox: string): MailReader {
  async function subjectsOf(to: string, subject: RegExp) {
    await page.goto(outbox)
    const items = await page.locator('ol.mails > li').all()
    const found = []
    for (const item of items) {
      const words = (await item.textContent()) ?? ''
      if (words.includes(to) && subject.test(words))
        found.push(await item.getByRole('link').first().getAttribute('href'))
    }
    return found
  }
  return {
    async find(to, subject) {
      const deadline = Date.now() + 15_000
      while (Date.now() < deadline) {
        const [address] = await subjectsOf(to, subject)
        if (address) return readShownMail(page, new URL(address, outbox).href, to)
      }
      throw new Error(`No mail to ${to} in the outbox`)
    },
    count: async (to, subject) => (await subjectsOf(to, subject)).length,
  }
}

async function readShownMail(page: Page, address: string, to: string): Promise<ReadMail> {
  await page.goto(address)
  const frame = page.frameLocator('iframe')
  const links = await frame
    .getByRole('link')
    .evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''))
  const headers = Object.fromEntries(
    await page
      .locator('dl > div, dl')
      .first()
      .evaluate(list => {
        const names = [...(list.closest('dl') ?? list).querySelectorAll('dt')]
        return names.map(name => [
          name.textContent.toLowerCase(),
          name.nextElementSibling?.textContent ?? '',
        ])
      }),
  )
  return {
    to,
    subject: (await page.getByRole('heading', { level: 1 }).textContent()) ?? '',
    text: (await page.locator('pre').textContent()) ?? '',
    links,
    headers,
  }
}

const linksIn = (html: string) =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => (link ?? '').replaceAll('&amp;', '&'))
