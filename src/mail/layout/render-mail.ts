import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** A mail before rendering, with its HTML part as React. */
export type MailTemplate = { subject: string; body: ReactNode; text: string }

type RenderedMail = { subject: string; html: string; text: string }

/** Renders the HTML part, in which values are only HTML-escaped. */
export function renderMail({ subject, body, text }: MailTemplate): RenderedMail {
  return { subject, html: `<!DOCTYPE html>${renderToStaticMarkup(body)}`, text }
}
