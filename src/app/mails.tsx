import { renderToStaticMarkup } from 'react-dom/server'
import { dropMail } from '../drops/drop-mail.tsx'
import { confirmFollowMail } from '../follows/confirm-follow-mail.tsx'
import { confirmEmailMail } from '../members/confirm-email-mail.tsx'
import { resetPasswordMail } from '../members/reset-password-mail.tsx'
import type { MailTemplate } from '../ui/mail-layout.tsx'
import type { MailContent, RenderedMail } from './mail.contract.ts'

/** One mail as its subject and its two parts. Values stand in them as given, but for HTML's own escapes. */
export function renderMail(content: MailContent): RenderedMail {
  const { subject, body, text } = templateOf(content)
  return { subject, html: `<!DOCTYPE html>${renderToStaticMarkup(body)}`, text }
}

function templateOf(content: MailContent): MailTemplate {
  switch (content.kind) {
    case 'confirm-follow':
      return confirmFollowMail(content)
    case 'confirm-email':
      return confirmEmailMail(content)
    case 'reset-password':
      return resetPasswordMail(content)
    default:
      return dropMail(content)
  }
}
