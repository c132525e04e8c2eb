/**
 * Lets React go on with a page that the browser translates: Chrome puts a `<font>` with the translation before a text
 * and removes the text, which React still holds (https://github.com/facebook/react/issues/11538, of 2018-04-11).
 * Before React changes such a text, or inserts something at it, the text goes back into the place of its `<font>`. A
 * node that was moved in another way is removed from where it is, and what should precede it goes to the end.
 */
export function followTranslation() {
  const { insertBefore, appendChild, removeChild } = Node.prototype
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  const observer = new MutationObserver(remember)
  observer.observe(document.body, { childList: true, subtree: true })

  const restore = (node: Node | null) => {
    if (!(node instanceof Text) || node.parentNode) return
    // The observer has not been called yet.
    remember(observer.takeRecords())
    translations.get(node)?.replaceWith(node)
    translations.delete(node)
  }

  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null) {
    restore(node)
    restore(next)
    insertBefore.call(this, node, next?.parentNode === this ? next : null)
    return node
  }
  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T) {
    restore(node)
    appendChild.call(this, node)
    return node
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, node: T) {
    restore(node)
    if (node.parentNode) removeChild.call(node.parentNode, node)
    return node
  }
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      restore(this)
      value?.set?.call(this, text)
    },
  })
}

/** What stands in the place of a text that was removed. */
const translations = new WeakMap<Text, Element>()
const used = new WeakSet<Element>()

function remember(records: MutationRecord[]) {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records)
    for (const text of removedNodes) {
      if (!(text instanceof Text)) continue
      const translation = [...addedNodes, previousSibling, nextSibling].find(isUnusedFont)
      if (!translation) continue
      translations.set(text, translation)
      used.add(translation)
    }
}

const isUnusedFont = (node: Node | null): node is Element =>
  node instanceof Element && node.localName === 'font' && !used.has(node)
