import { Parser } from 'htmlparser2'

const paragraphs = new Set(
  'address article blockquote center dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre section table tr ul'.split(
    ' ',
  ),
)
const hidden = new Set(['head', 'script', 'style', 'template'])

/** What a person reads of HTML, with an empty line between paragraphs. */
export function htmlText(html: string): string {
  let text = ''
  let hiddenDepth = 0
  let preformatted = 0
  const parser = new Parser({
    onopentag(name) {
      if (hidden.has(name)) hiddenDepth++
      if (name === 'pre') preformatted++
      if (paragraphs.has(name)) text += '\n\n'
      else if (name === 'br') text += '\n'
      else if (name === 'td' || name === 'th') text += ' '
    },
    onclosetag(name) {
      if (hidden.has(name)) hiddenDepth--
      if (name === 'pre') preformatted--
      if (paragraphs.has(name)) text += '\n\n'
    },
    ontext(part) {
      if (hiddenDepth > 0) return
      text += preformatted > 0 ? part : part.replace(/\s+/g, ' ')
    },
  })
  parser.end(html)
  return text.trim()
}
