import type { MailContent, RenderedMail } from './mail.contract.ts'

export function renderMail(content: MailContent): RenderedMail {
  return { subject: content.kind, html: '', text: '' }
}
