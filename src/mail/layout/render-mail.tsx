import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type MailOperator, OperatorContext, repliesText } from './mail-layout.tsx'
import { mailText } from './plain-text.ts'

export type MailTemplate = { subject: string; body: ReactNode; text: string }

type RenderedMail = { subject: string; html: string; text: string }

/** Values are only HTML-escaped. What the operator has set is added to the footers. */
export function renderMail(
  { subject, body, text }: MailTemplate,
  operator: MailOperator,
): RenderedMail {
  const html = renderToStaticMarkup(<OperatorContext value={operator}>{body}</OperatorContext>)
  const links = operator.links.map(({ label, shown }) => `${label}: ${shown}`).join('\n')
  const foot = [repliesText(operator), links, operator.postalAddress].filter(block => block)
  return {
    subject,
    html: `<!DOCTYPE html>${html}`,
    text: `${text}\n${mailText(...foot)}`,
  }
}
