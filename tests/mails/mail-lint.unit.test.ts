import { caniemail } from 'caniemail'
import { expect, test } from 'vitest'
import { renderSamples } from './sample-mails.ts'

/** What some program does not support at all, and why the mails use it in spite of that. */
const exceptions: Record<string, string> = {
  '<body> element': 'Some programs replace it: a div inside it has the same background.',
  '<style> element': 'Only for dark mode and narrow screens; the rest is inline.',
  '@media': 'Only for dark mode and narrow screens.',
  'aria-hidden attribute': 'Where it is dropped, decoration is read aloud.',
  'border-radius': 'Corners are square in Outlook for Windows.',
  'color-scheme CSS property': 'Programs without it invert colors, or show the mail light.',
  'color-scheme meta tag': 'As the property.',
  'display:none': 'The preheader; Gmail on the mobile web shows it in one pixel.',
  'height property': 'Yahoo makes it a minimum, which is as good; Outlook takes the attribute.',
  'max-height property': 'Hides the preheader, together with display.',
  opacity: 'Hides the preheader, together with display.',
  overflow: 'Hides the preheader, together with display.',
  'role attribute': 'Where it is dropped, layout tables are announced as tables.',
  'Type selector': 'Only for line heights in Outlook for Windows.',
  'word-break': 'Long words and addresses widen the mail there.',
}

const mails = renderSamples()

test('Gmail, Outlook, Apple Mail and Yahoo support what the mails are made of, with known exceptions', () => {
  const found = new Set<string>()
  for (const { html } of mails) {
    const clients = ['gmail.*', 'outlook.*', 'apple-mail.*', 'yahoo.*'] as const
    const { issues } = caniemail({ clients: [...clients], html })
    for (const { title } of [...issues.errors.values()].flat()) found.add(title)
  }
  expect([...found].sort()).toEqual(Object.keys(exceptions).sort())
})

/** Outlook for Windows lays mails out as Word does, which caniemail can only note as partial support. */
test('Outlook for Windows finds sizes and padding where it looks for them', () => {
  for (const { name, html } of mails) {
    for (const { tag, styles, element } of styledElementsIn(html)) {
      const isCell = tag === 'td'
      if (styles.has('width') || styles.has('height')) {
        expect(['table', 'td', 'img'], `${name}: ${element}`).toContain(tag)
      }
      if (styles.has('padding') && !isCell) expect(withoutPadding, element).toContain(tag)
      expect(styles.has('white-space') || styles.has('text-decoration-line')).toBe(false)
    }
  }
})

/** The page's margin on phones; links, of which the button's cell has `mso-padding-alt`. */
const withoutPadding = ['body', 'div', 'a']

const styledElementsIn = (html: string) =>
  [...html.matchAll(/<(\w+)[^>]* style="([^"]*)"[^>]*>/g)].map(
    ([element, tag = '', style = '']) => ({
      element,
      tag,
      styles: new Map(style.split(';').map(text => text.split(':') as [string, string])),
    }),
  )
