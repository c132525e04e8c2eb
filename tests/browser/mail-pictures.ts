import { mkdir } from 'node:fs/promises'
import { chromium, type Page } from '@playwright/test'
import { rawData } from 'caniemail'
import { runnerImport } from 'vite'
import { bringChromium } from '../../scripts/chromium.ts'
import type * as Samples from '../mails/sample-mails.ts'

// Renders every kind of mail as mail programs show it, without the styles that they remove according to
// caniemail's data, into the folder that is given.

const programs = {
  'apple-mail': { family: 'apple-mail', platform: 'macos' },
  gmail: { family: 'gmail', platform: 'android' },
  outlook: { family: 'outlook', platform: 'windows' },
} as const
const widths = [390, 700]
const cover = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#c56"/><circle cx="40" cy="26" r="18" fill="#fd9"/></svg>`
const [folder = 'data/mail-pictures', only = ''] = process.argv.slice(2)

await mkdir(folder, { recursive: true })
// Node does not read JSX.
const { module: samples } = await runnerImport<typeof Samples>('./tests/mails/sample-mails.ts')
const executablePath = await bringChromium()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
for (const { name, html } of samples.renderSamples()) {
  if (!name.includes(only)) continue
  for (const program of Object.keys(programs) as (keyof typeof programs)[]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of widths) {
        const page = await browser.newPage({ colorScheme, viewport: { width, height: 400 } })
        await page.route(/i\.scdn\.co/, route =>
          route.fulfill({ contentType: 'image/svg+xml', body: cover }),
        )
        await page.setContent(html, { waitUntil: 'load' })
        if (program !== 'apple-mail') await removeUnsupported(page, program, colorScheme === 'dark')
        const path = `${folder}/${name}-${program}-${colorScheme}-${width}.png`
        await page.screenshot({ path, fullPage: true })
        await page.close()
      }
    }
  }
}
await browser.close()

/** Gmail and Outlook ignore `prefers-color-scheme` and invert the colors of a mail instead. */
async function removeUnsupported(page: Page, program: 'gmail' | 'outlook', isDark: boolean) {
  const { family, platform } = programs[program]
  const unsupported = rawData.data
    .filter(({ stats }) => latest(stats, family, platform).startsWith('n'))
    .map(({ slug }) => slug)
  await page.evaluate(
    ({ unsupported, isOutlook, isDark }) => {
      for (const style of document.querySelectorAll('style')) {
        // Gmail keeps media queries about the width, and Outlook none.
        if (isOutlook || style.textContent.includes('prefers-color-scheme')) style.remove()
      }
      for (const element of document.querySelectorAll<HTMLElement>('[style]')) {
        const tag = element.tagName.toLowerCase()
        const isCell = tag === 'td'
        const isText = ['body', 'span', 'div', 'p', 'a'].includes(tag)
        const declarations = (element.getAttribute('style') ?? '').split(';').flatMap(text => {
          const [property = '', value = ''] = text.split(':')
          const isPartly =
            (/^padding/.test(property) && !isCell) ||
            (/^(?:max-)?(?:width|height)$/.test(property) && isText) ||
            (property === 'display' && value !== 'none')
          if (unsupported.includes(`html-${tag}`) || unsupported.includes(`css-${property}`))
            return []
          if (isOutlook && isPartly) return []
          return isOutlook ? text.replace('mso-padding-alt', 'padding') : text
        })
        element.setAttribute('style', declarations.join(';'))
      }
      if (isDark) {
        document.documentElement.style.filter = 'invert(0.93) hue-rotate(180deg)'
        for (const image of document.images) image.style.filter = 'hue-rotate(180deg) invert(1)'
      }
    },
    { unsupported, isOutlook: program === 'outlook', isDark },
  )
}

/** Support in the newest version that was tested: y, a (partly) or n, and numbers of notes. */
function latest(stats: object, family: string, platform: string): string {
  const families: Record<string, Record<string, Record<string, string>>> = { ...stats }
  return Object.values(families[family]?.[platform] ?? {}).at(-1) ?? 'y'
}
