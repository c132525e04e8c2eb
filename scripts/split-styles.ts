import postcss, { type ChildNode, type Container } from 'postcss'
import type { StyleNode } from '../src/app/pages/used-styles.ts'

export function splitStyles(css: string): StyleNode[] {
  return nodesOf(postcss.parse(css))
}

function nodesOf(container: Container): StyleNode[] {
  return (container.nodes ?? []).map(nodeOf)
}

function nodeOf(node: ChildNode): StyleNode {
  if (node.type === 'rule') {
    const needs = node.selectors.map(classesOf)
    const css = node.toString()
    return needs.some(classes => classes.length === 0) ? css : { needs, css }
  }
  if (node.type !== 'atrule') return node.toString()
  if (!node.nodes) return `${node};`
  if (node.name === 'property') return { property: node.params, css: node.toString() }
  if (!groups.has(node.name)) return node.toString()
  return { start: `@${node.name} ${node.params}{`, nodes: nodesOf(node) }
}

/** At-rules that contain rules, and mean nothing without them. */
const groups = new Set(['layer', 'media', 'supports', 'container'])

/** Those that an element or its ancestors must have, whatever the arguments of `:is()`, `:not()` and the like. */
function classesOf(selector: string): string[] {
  // Escaped characters do not end a name: they are replaced until the names are found.
  let text = selector.replace(
    /\\(?:([0-9a-f]{1,6}) ?|(.))/gi,
    (_, code: string, character: string) =>
      String.fromCharCode(escaped + (code ? Number.parseInt(code, 16) : character.charCodeAt(0))),
  )
  for (let before = ''; before !== text; ) {
    before = text
    text = text.replace(/:[\w-]+\([^()]*\)/, '')
  }
  // All characters beyond ASCII can be in a name.
  return [...text.matchAll(/\.([\w\-\u0080-\uFFFF]+)/g)].map(([, name = '']) =>
    name.replace(/[\uE000-\uE0FF]/g, character =>
      String.fromCharCode(character.charCodeAt(0) - escaped),
    ),
  )
}

const escaped = 0xe000
