import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** One mail before rendering: its subject, its HTML part as React, its plain text part. */
export type MailTemplate = { subject: string; body: ReactNode; text: string }

export type RenderedMail = { subject: string; html: string; text: string }

/** Renders the HTML part. Values stand in it as given, but for HTML's own escapes. */
export function renderMail({ subject, body, text }: MailTemplate): RenderedMail {
  return { subject, html: `<!DOCTYPE html>${renderToStaticMarkup(body)}`, text }
}
