import { expect } from '@playwright/test'
import puppeteer from 'puppeteer-core'
import type { Engine, EngineKind } from './engine.ts'

const executablePath = '/usr/bin/firefox-esr'

const common = { packages: { 'firefox-esr': executablePath } }

export const firefox: EngineKind = { ...common, name: 'Firefox', start: () => start({}) }

/** Each page is a document of its own, as in browsers before 2026. */
export const firefoxWithoutNavigation: EngineKind = {
  ...common,
  name: 'Firefox without the Navigation API',
  start: () => start({ 'dom.navigation.webidl.enabled': false }),
}

/** Uses WebDriver BiDi, which Firefox speaks without a driver. */
async function start(prefs: Record<string, unknown>): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    extraPrefsFirefox: { ...onlyThisMachine, ...prefs },
  })
  return {
    async open(size) {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await page.setViewport(size)
      return {
        async go(url) {
          // `goto` waits for events of the load, which are sometimes missing after a page that Firefox has kept.
          await page.evaluate(`window.isLeft = true; setTimeout(() => location.assign('${url}'))`)
          const hasArrived = () =>
            page
              .evaluate(`!window.isLeft && !!document.body && document.readyState !== 'loading'`)
              .catch(() => false)
          await expect.poll(hasArrived, { message: url, timeout: 60_000 }).toBe(true)
        },
        async back() {
          // `goBack` waits for a load, and a page that Firefox has kept is not loaded.
          await page.evaluate('setTimeout(() => history.back())')
        },
        run: (inPage, ...given) =>
          page.evaluate(`(${inPage})(...${JSON.stringify(given)})`) as Promise<
            ReturnType<typeof inPage>
          >,
        click: (x, y) => page.mouse.click(x, y),
        type: text => page.keyboard.type(text),
        async press(key) {
          if (key !== 'Select all') return page.keyboard.press(key)
          await page.keyboard.down('Control')
          await page.keyboard.press('a')
          await page.keyboard.up('Control')
        },
        screenshot: () => page.screenshot(),
        close: () => context.close(),
      }
    },
    stop: () => browser.close(),
  }
}

/** Covers and the player would come from elsewhere by https: a proxy that is not there refuses them at once. */
const onlyThisMachine = {
  'network.proxy.type': 1,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
}
