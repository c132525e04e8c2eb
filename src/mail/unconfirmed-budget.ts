import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import { clientsPerSite, siteOf } from '../platform/limits/client-address.ts'
import { countAttempt } from '../platform/limits/rate-limit.ts'

/** Mails to mailboxes where nobody has confirmed anything: for one client, and to one domain, whoever requests them. */
const maxPerHour = 20

/** Who requests a mail: a client as limits count it; null for one that nobody's request causes, as of a drop. */
export type MailOrigin = Pick<Context, 'config' | 'clock' | 'linkKey'> & { client: string | null }

/** Counts a mail to a mailbox that was never confirmed. Returns how many seconds to wait, 0 when it may be sent. */
export async function countUnconfirmedMail(
  trx: Transaction,
  { config, clock, linkKey, client }: MailOrigin,
  address: string,
): Promise<number> {
  if (!config.rateLimits) return 0
  const site = client && siteOf(client)
  const domain = domainOf(address)
  const budgets = [
    ...(client ? [{ subject: `client ${client}`, max: maxPerHour }] : []),
    ...(site ? [{ subject: `client ${site}`, max: maxPerHour * clientsPerSite }] : []),
    ...(largeProviders.has(domain) ? [] : [{ subject: `domain ${domain}`, max: maxPerHour }]),
  ]
  // Up to the first that is used up: a client over its own budget does not use up that of a domain.
  for (const { subject, max } of budgets) {
    const limit = { max, seconds: 60 * 60 }
    const wait = await countAttempt(
      { db: trx, clock, linkKey },
      `unconfirmed mail ${subject}`,
      limit,
    )
    if (wait > 0) return wait
  }
  return 0
}

export const domainOf = (address: string) =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Where many thousands of people have their mailboxes, so that twenty new ones in an hour are nothing unusual. */
const largeProviders = new Set(
  `
  163.com aol.com bigpond.com bluewin.ch btinternet.com comcast.net daum.net fastmail.com free.fr gmail.com gmx.at gmx.ch
  gmx.com gmx.de gmx.net googlemail.com hey.com hotmail.co.uk hotmail.com hotmail.de hotmail.fr hotmail.it icloud.com
  interia.pl laposte.net libero.it live.com mac.com mail.com mail.ru me.com msn.com naver.com o2.pl online.no orange.fr
  outlook.com outlook.de outlook.fr pm.me proton.me protonmail.com qq.com rediffmail.com rocketmail.com seznam.cz sfr.fr
  t-online.de telia.com uol.com.br verizon.net virgilio.it wanadoo.fr web.de wp.pl yahoo.co.jp yahoo.co.uk yahoo.com
  yahoo.com.br yahoo.de yahoo.es yahoo.fr yahoo.it yandex.ru ymail.com zoho.com
  `
    .trim()
    .split(/\s+/),
)
