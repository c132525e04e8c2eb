import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { Builder, error, Key } from 'selenium-webdriver'
import { freePort } from '../../../scripts/temporary-postgres.ts'
import type { Engine, EngineKind, EngineWindow } from './engine.ts'

const driverPath = '/usr/bin/WebKitWebDriver'
const displayPath = '/usr/bin/Xvfb'

/** WebKitGTK, the engine of Safari, by WebDriver on a display without a screen. */
export const webkit: EngineKind = {
  name: 'WebKit',
  packages: { 'webkit2gtk-driver': driverPath, xvfb: displayPath },
  start,
}

async function start(): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'radr-webkit-'))
  await mkdir(join(folder, 'gtk-3.0'))
  await writeFile(join(folder, 'gtk-3.0/gtk.css'), toolbarOfAnyWidth)
  const display = spawn(displayPath, ['-displayfd', '1', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = await once(display.stdout, 'data')
  const port = await freePort()
  const driver = spawn(driverPath, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${String(number).trim()}`, XDG_CONFIG_HOME: folder },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { intervals: [50] }).toBe(true)
  return {
    open: size => openWindow(url, size),
    async stop() {
      await end(driver)
      await end(display)
      await rm(folder, { recursive: true })
    },
  }
}

/** A phone is narrower than what the browser's buttons need. */
const toolbarOfAnyWidth =
  '* { min-width: 0; padding: 0; margin: 0; -gtk-icon-transform: scale(0.1); }'

async function openWindow(
  url: string,
  size: { width: number; height: number },
): Promise<EngineWindow> {
  const session = await new Builder()
    .usingServer(url)
    .withCapabilities({
      browserName: 'MiniBrowser',
      // A script that runs while its page is left never ends.
      timeouts: { script: 5000 },
      // Covers and the player would come from elsewhere by https: a proxy that is not there refuses them at once.
      proxy: { proxyType: 'manual', sslProxy: '127.0.0.1:9' },
    })
    .build()
  const run: EngineWindow['run'] = async (inPage, ...given) => {
    const script = () =>
      session.executeScript<ReturnType<typeof inPage>>(`return (${inPage})(...arguments)`, ...given)
    return script().catch(problem => {
      if (problem instanceof error.ScriptTimeoutError) return script()
      throw problem
    })
  }
  await session
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...size })
  return {
    go: to => session.get(to),
    back: () => session.navigate().back(),
    run,
    click: (x, y) => session.actions().move({ x, y, duration: 0 }).click().perform(),
    type: text => session.actions().sendKeys(text).perform(),
    press(key) {
      const actions = session.actions()
      if (key !== 'Select all')
        return actions.sendKeys(Key[key === 'Escape' ? 'ESCAPE' : 'ENTER']).perform()
      return actions.keyDown(Key.CONTROL).sendKeys('a').keyUp(Key.CONTROL).perform()
    },
    screenshot: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
    close: () => session.quit(),
  }
}

async function end(process: ChildProcess) {
  const ended = once(process, 'exit')
  process.kill()
  await ended
}
