import { oneLinkMail } from '../../mail/layout/one-link-mail.tsx'
import type { MailTemplate } from '../../mail/layout/render-mail.tsx'

/** A mail that was forwarded has the links of its owner: whoever got it can stop everything. */
export function stoppedMail({ brand, link }: { brand: string; link: string }): MailTemplate {
  return oneLinkMail({
    brand,
    subject: `All ${brand} mail to you is stopped`,
    heading: 'All mail is stopped',
    paragraphs: [
      `Somebody with one of your mails, hopefully you, pressed “Stop all ${brand} mail”. Your follows ended, and no drops come to this address any more.`,
    ],
    link: { href: link, label: 'Undo', textLabel: 'Undo' },
    ignore: 'Was it you? Then there is nothing to do: this is the last mail.',
    reason: `You get this because all ${brand} mail to this address was stopped.`,
  })
}
