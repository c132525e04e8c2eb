/**
 * A part of a stylesheet: text that every page needs, a rule that needs all classes of one of its selectors,
 * or an at-rule around others.
 */
export type StyleNode =
  | string
  | { needs: string[][]; css: string }
  | { start: string; nodes: StyleNode[] }

/** The styles that apply to some element of this HTML. */
export function usedStyles(nodes: StyleNode[], html: string): string {
  const classes = classesIn(html)
  return cssOf(nodes)

  function cssOf(parts: StyleNode[]): string {
    let css = ''
    for (const part of parts) {
      if (typeof part === 'string') css += part
      else if ('nodes' in part) {
        const inner = cssOf(part.nodes)
        if (inner) css += `${part.start}${inner}}`
      } else if (part.needs.some(names => names.every(name => classes.has(name)))) css += part.css
    }
    return css
  }
}

function classesIn(html: string): Set<string> {
  const attributes = new Set<string>()
  for (const [, value = ''] of html.matchAll(/ class="([^"]*)"/g)) attributes.add(value)
  const classes = new Set<string>()
  for (const value of attributes)
    for (const name of unescapeHtml(value).split(' ')) classes.add(name)
  return classes
}

/** As React escapes attributes. */
const unescapeHtml = (text: string) =>
  text.includes('&')
    ? text
        .replaceAll('&gt;', '>')
        .replaceAll('&lt;', '<')
        .replaceAll('&quot;', '"')
        .replaceAll('&#x27;', "'")
        .replaceAll('&amp;', '&')
    : text
