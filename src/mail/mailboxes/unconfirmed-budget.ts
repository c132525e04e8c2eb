import type { Context } from '../../platform/context.ts'
import type { Transaction } from '../../platform/database.ts'
import { holderOf } from '../../platform/limits/client-ip.ts'
import { type CountedLimit, forClient, take } from '../../platform/limits/limits.ts'

/** Mails to mailboxes where nobody has confirmed anything: for one client, and to one domain, whoever requests them. */
const maxPerHour = 20
/** Mails to one domain from one client, which must not use up those of others there. */
const maxOfClient = 5

/** Who requests a mail: a client as limits count it; null for one that nobody's request causes, as of a drop. */
export type MailOrigin = Pick<Context, 'config' | 'clock' | 'linkKey'> & { client: string | null }

/**
 * Counts a request for a mail in the budgets of its client and domain. Returns how many seconds an unconfirmed mailbox has
 * to wait, 0 when the mail may be sent. The caller lets a confirmed mailbox have its mail whatever it returns.
 */
export function countUnconfirmedMail(
  trx: Transaction,
  { client, ...context }: MailOrigin,
  address: string,
): Promise<number> {
  const mail = { what: 'mail to unconfirmed mailboxes', seconds: 60 * 60 }
  const host = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  const domain = `domain:${domainOf(address)}` as const
  const limits: CountedLimit[] = client ? forClient({ ...mail, max: maxPerHour }, client) : []
  if (!largeProviders.has(host)) {
    limits.push({ ...mail, max: maxPerHour, who: [domain] })
    if (client) limits.push({ ...mail, max: maxOfClient, who: [`ip:${holderOf(client)}`, domain] })
  }
  return take({ ...context, db: trx }, limits)
}

/**
 * The domain of an email as somebody registers it, because its owner has any number of hosts below it: the last two
 * labels, or three where a country's domain has general ones below it, as in example.co.uk. A registry with other
 * names below its own, as of a town, shares one budget.
 */
export function domainOf(address: string): string {
  const labels = address
    .slice(address.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  const isGeneral = generalLabels.test(labels.slice(-2).join('.'))
  return labels.slice(isGeneral ? -3 : -2).join('.')
}

const generalLabels =
  /^(?:ac|co|com|edu|go|gob|gov|gouv|ltd|me|mil|ne|net|nom|or|org|plc|sch)\.[a-z]{2}$/

/** Domains where many thousands of people have their mailboxes, so that twenty new ones in an hour are nothing unusual. */
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
