import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The headless shell of the release of Playwright, for each system that Playwright supports. */
export async function downloadChromium(): Promise<void> {
  try {
    await promisify(execFile)(
      process.execPath,
      ['node_modules/@playwright/test/cli.js', 'install', '--only-shell', 'chromium'],
      // Playwright tries five times, and a network that drops the packets lets it wait each time.
      { env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000', ...process.env } },
    )
  } catch (error) {
    const output = `${error instanceof Error && 'stderr' in error ? error.stderr : error}`
    throw new Error(/^(?:Error: )?(.+)$/m.exec(output)?.[1] ?? 'no reason given')
  }
}

/**
 * Why a browser shows no page, or null if it does. A downloaded browser may lack the system's libraries, or a
 * font, without which every page with text crashes.
 */
export async function probeChromium(executablePath?: string): Promise<string | null> {
  const { chromium } = await import('@playwright/test')
  try {
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
    try {
      const page = await browser.newPage()
      await page.setContent('<p>Some text</p>')
      await page.screenshot()
    } finally {
      await browser.close()
    }
    return null
  } catch (error) {
    const output = `${error instanceof Error ? error.message : error}`
    // Playwright prints the whole log of the browser below its first line. The log names a missing library.
    return (
      /error while loading shared libraries: .*/.exec(output)?.[0] ?? output.replace(/\n.*/s, '')
    )
  }
}
