import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type MailOperator, OperatorContext, repliesText } from './mail-layout.tsx'
import { mailText } from './plain-text.ts'

export type MailTemplate = { subject: string; body: ReactNode; text: string }

/** Values are only HTML-escaped. What the operator has set is added to the footers. */
export function renderMail({ subject, body, text }: MailTemplate, operator: MailOperator) {
  const html = renderHtml(<OperatorContext value={operator}>{body}</OperatorContext>)
  const links = operator.links.map(({ label, shown }) => `${label}: ${shown}`).join('\n')
  const foot = [repliesText(operator), links, operator.postalAddress].filter(block => block)
  return {
    subject,
    html: `<!DOCTYPE html>${html}`,
    text: `${text}\n${mailText(...foot)}`,
  }
}

/** The HTML of an element, without the attribute that keeps React from adding preload links for its pictures. */
export const renderHtml = (element: ReactNode) =>
  renderToStaticMarkup(element).replaceAll(' fetchPriority="low"', '')

/** Escapes a text as React does, so that a merged text equals a rendered one. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, character => escapes[character] ?? character)

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}

/** Renders an element that is around a text once. Returns a function that fills in the text, which is HTML. */
export function renderAround(render: (text: string) => ReactNode): (html: string) => string {
  const [before, after] = splitHtml(render)
  return html => before + html + after
}

/** The HTML of an element before and after the text that is in it. */
export function splitHtml(render: (text: string) => ReactNode): [before: string, after: string] {
  const mark = crypto.randomUUID()
  const [before = '', after = ''] = renderHtml(render(mark)).split(mark)
  return [before, after]
}
