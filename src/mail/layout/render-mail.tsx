import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { OperatorAddress } from './mail-layout.tsx'

export type MailTemplate = { subject: string; body: ReactNode; text: string }

type RenderedMail = { subject: string; html: string; text: string }

/** Values are only HTML-escaped. The operator's name and postal address are added to the footers. */
export function renderMail(
  { subject, body, text }: MailTemplate,
  operatorAddress: string | null,
): RenderedMail {
  const html = renderToStaticMarkup(
    <OperatorAddress value={operatorAddress}>{body}</OperatorAddress>,
  )
  return {
    subject,
    html: `<!DOCTYPE html>${html}`,
    text: operatorAddress ? `${text}\n${operatorAddress}\n` : text,
  }
}
