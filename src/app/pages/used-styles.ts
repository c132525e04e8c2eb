import { LRUCache } from 'lru-cache'

/**
 * Text that every page needs, a rule that needs all classes of one of its selectors, the definition of a property that
 * is needed where a rule before it uses it, or an at-rule around others.
 */
export type StyleNode =
  | string
  | { needs: string[][]; css: string }
  | { property: string; css: string }
  | { start: string; nodes: StyleNode[] }

export function createStyleSelector(nodes: StyleNode[]): (html: string) => string {
  // By their class attributes, because most pages of a kind have the same; some 40 kB each.
  const selected = new LRUCache<string, string>({ max: 100 })
  return html => {
    const attributes = classAttributesOf(html)
    const key = [...attributes].join('"')
    const known = selected.get(key)
    if (known !== undefined) return known
    const css = cssOf(
      nodes,
      new Set([...attributes].flatMap(value => unescapeHtml(value).split(' '))),
    )
    selected.set(key, css)
    return css
  }
}

function classAttributesOf(html: string): Set<string> {
  const start = ' class="'
  const attributes = new Set<string>()
  for (let at = html.indexOf(start); at >= 0; at = html.indexOf(start, at)) {
    const end = html.indexOf('"', at + start.length)
    if (end < 0) break
    attributes.add(html.slice(at + start.length, end))
    at = end
  }
  return attributes
}

const unescapeHtml = (text: string) =>
  text
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

function cssOf(nodes: StyleNode[], classes: Set<string>): string {
  let css = ''
  for (const node of nodes) {
    if (typeof node === 'string') css += node
    else if ('nodes' in node) {
      const inner = cssOf(node.nodes, classes)
      if (inner) css += `${node.start}${inner}}`
    } else if ('property' in node) {
      if (css.includes(`var(${node.property}`)) css += node.css
    } else if (node.needs.some(names => names.every(name => classes.has(name)))) css += node.css
  }
  return css
}
