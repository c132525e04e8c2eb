// Functions that run in the page: each uses nothing but its arguments and the page.

export type Place = { x: number; y: number } | { problem: string }

/** Where a click reaches the nth visible control of this kind with this accessible name. */
export function placeOf(kind: string, name: string, nth: number): Place {
  const selectors: Record<string, string> = {
    button: 'button, summary, [role=button], [role=tab], [role=switch], label:has(input)',
    link: 'a[href]',
    field: 'input, textarea',
  }
  const spoken = (each: Element) => {
    const copy = each.cloneNode(true) as Element
    for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove()
    return copy.textContent
  }
  const nameOf = (each: HTMLElement & { labels?: NodeListOf<HTMLLabelElement> | null }) => {
    const ids = each.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labels = ids.map(id => document.getElementById(id)?.textContent)
    const text =
      each.getAttribute('aria-label') || labels.join(' ') || spoken(each.labels?.[0] ?? each)
    return text.replace(/\s+/g, ' ').trim()
  }
  const pattern = new RegExp(name)
  const named = [...document.querySelectorAll<HTMLElement>(selectors[kind] ?? kind)].filter(each =>
    pattern.test(nameOf(each)),
  )
  const shown = named.filter(each =>
    each.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  )
  // A modal dialog makes the rest inert.
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
  const usable = shown.filter(each => !modal || modal.contains(each))
  const element = usable.at(nth)
  if (!element)
    return {
      problem: `${named.length} have this name, ${shown.length} are visible, ${usable.length} can be used`,
    }
  const { top, bottom } = element.getBoundingClientRect()
  if (top < 0 || bottom > window.innerHeight)
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const box = element.getBoundingClientRect()
  const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]
  const hit = document.elementFromPoint(x, y)
  if (!hit || !(element.contains(hit) || hit.closest('label')?.control === element)) {
    // A bar at the edge of the window may be over it.
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    return { problem: `it is under ${hit?.outerHTML.slice(0, 200)}` }
  }
  return { x, y }
}

/** How many visible elements have this text, those that contain such elements not counted. */
export function countOf(text: string): number {
  const has = (each: Element) => each.textContent.replace(/\s+/g, ' ').includes(text)
  return [...document.querySelectorAll('body *')].filter(
    each =>
      has(each) &&
      ![...each.children].some(has) &&
      each.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  ).length
}

export const textsOf = (selector: string): string[] =>
  [...document.querySelectorAll(selector)].map(each => each.textContent)

/** The document that Firefox has between two pages has no body. */
export const isHydrated = (): boolean =>
  document.body !== null && !('endPreHydrationInput' in window)

/** The elements that make the page wider than its window, the innermost ones. */
export function tooWide(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const wide = [...document.querySelectorAll('body *')].filter(
    each => each.getBoundingClientRect().right > clientWidth + 1,
  )
  return [`${scrollWidth} px`, ...wide.slice(-3).map(each => each.outerHTML.slice(0, 150))]
}
