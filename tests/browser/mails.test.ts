import { expect, test } from '@playwright/test'
import { runnerImport } from 'vite'
import type * as Samples from '../mails/sample-mails.ts'
import { findViolations } from './find-violations.ts'

// Vite compiles the JSX for React; Playwright would compile it for itself.
const { module: samples } = await runnerImport<typeof Samples>('./tests/mails/sample-mails.ts')

for (const { name, html } of samples.renderSamples('Radr Ltd\n1 Example Street')) {
  test(`The mail ${name} is accessible on a phone, in light and dark, without pictures`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.route('**/*', route => route.abort())
    await page.setContent(html)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const violations = await findViolations(page)
      expect(violations.filter(found => !rulesOfPages.test(found))).toEqual([])
    }
    for (const link of await page.getByRole('link', { name: 'Unsubscribe' }).all()) {
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
  })
}

/** A mail is part of a page, which has the landmarks. */
const rulesOfPages = /^(?:region|landmark-one-main):/
