import { expect } from '@playwright/test'
import { runnerImport } from 'vite'
import type * as Samples from '../mails/sample-mails.ts'
import { findViolations, rulesInDark } from './find-violations.ts'
import { test } from './fixtures.ts'

// Vite compiles the JSX for React; Playwright would compile it for itself.
const { module: samples } = await runnerImport<typeof Samples>('./tests/mails/sample-mails.ts')

for (const { name, html } of samples.renderSamples()) {
  test(`The mail ${name} is accessible on a phone, in light and dark, without pictures`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.route('**/*', route => route.abort())
    await page.setContent(html)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    expect((await findViolations(page)).filter(isOfMails)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect((await findViolations(page, rulesInDark)).filter(isOfMails)).toEqual([])
    for (const link of await page.getByRole('link', { name: 'Unsubscribe' }).all()) {
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
  })
}

/** A mail is part of a page, which has the landmarks. */
const isOfMails = (violation: string) => !/^(?:region|landmark-one-main):/.test(violation)
