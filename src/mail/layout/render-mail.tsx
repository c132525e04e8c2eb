import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { OperatorAddress } from './mail-layout.tsx'

/** A mail before rendering, with its HTML part as React. */
export type MailTemplate = { subject: string; body: ReactNode; text: string }

type RenderedMail = { subject: string; html: string; text: string }

/**
 * Renders both parts, in which values are only HTML-escaped, and adds the operator's name and postal
 * address to their footers.
 */
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
