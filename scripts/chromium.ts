import { existsSync } from 'node:fs'
import { installPackage, packagedPath, supportsPackage } from './packaged-chromium.ts'
import { downloadChromium, probeChromium } from './playwright-chromium.ts'

// The headless shell is Chromium without a window: tests take a fifth less processor time in it.
const installedPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

const thisMachine = {
  named: process.env.CHROMIUM,
  exists: existsSync,
  /** Why a browser shows no page, or null if it does; without a path, the one that Playwright has downloaded. */
  probe: probeChromium,
  download: downloadChromium,
  supportsPackage,
  install: installPackage,
  say: (line: string) => console.log(line),
}

export type Machine = typeof thisMachine

/** The browser that `bringChromium` has left here. If undefined, Playwright finds its own download. */
export function findChromium({ named, exists }: Machine = thisMachine): string | undefined {
  return named || [...installedPaths, packagedPath].find(path => exists(path))
}

/** Returns what `findChromium` finds, after downloading a browser if the machine has none. */
export async function bringChromium(options: Partial<Machine> = {}): Promise<string | undefined> {
  const machine = { ...thisMachine, ...options }
  const found = findChromium(machine)
  if (found && !machine.exists(found))
    throw new Error(`CHROMIUM names ${found}, which does not exist`)
  if (found || (await machine.probe()) === null) return found

  machine.say('No Chromium is installed. Trying the download of Playwright…')
  const failures = [await failureOf(machine.download(), machine.probe)]
  if (failures[0] === null) return undefined
  if (machine.supportsPackage) {
    machine.say(
      `It failed (${failures[0]}). Installing the npm package @sparticuz/chromium, 70 MB…`,
    )
    failures.push(await failureOf(machine.install(), () => machine.probe(packagedPath)))
    if (failures[1] === null) return packagedPath
  }
  throw new Error(
    `There is no Chromium for the stories (${failures.join('; ')}): install one, on Debian by apt-get install chromium-headless-shell fonts-liberation, or name one in CHROMIUM`,
  )
}

async function failureOf(installation: Promise<void>, probe: () => Promise<string | null>) {
  try {
    await installation
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return probe()
}
