import type { Locator, Page } from '@playwright/test'

export async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not visible')
  return box
}

/** Texts of the page's main content that are cut off, without what only screen readers get. */
export function cutOffTexts(page: Page): Promise<string[]> {
  return page.locator('main').evaluate(main =>
    [...main.querySelectorAll<HTMLElement>('*')]
      .filter(each => each.innerText && each.clientWidth > 1)
      // The rest of what scrolls can be seen.
      .filter(each => /hidden|clip/.test(getComputedStyle(each).overflow))
      .filter(
        each =>
          each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1,
      )
      .map(each => each.innerText),
  )
}
