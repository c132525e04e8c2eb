import type { Locator, Page } from '@playwright/test'

export async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not visible')
  return box
}

export async function bottomOf(element: Locator) {
  const { y, height } = await boxOf(element)
  return y + height
}

export async function overlap(one: Locator, other: Locator) {
  const [a, b] = [await boxOf(one), await boxOf(other)]
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** Texts of the page's main content that are cut off, without what only screen readers get. */
export function cutOffTexts(page: Page): Promise<string[]> {
  return page.locator('main').evaluate(main =>
    [...main.querySelectorAll<HTMLElement>('*')]
      .filter(each => each.innerText && each.clientWidth > 1)
      // Beside the chart of a history each title has one line.
      .filter(each => !each.closest('ol[aria-hidden]'))
      // The rest of what scrolls can be seen.
      .filter(each => /hidden|clip/.test(getComputedStyle(each).overflow))
      .filter(
        each =>
          each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1,
      )
      .map(each => each.innerText),
  )
}
