import { beforeEach, describe, expect, test } from 'vitest'
import { bringChromium, findChromium, type Machine } from '../../scripts/chromium.ts'
import { packagedPath } from '../../scripts/packaged-chromium.ts'

const debian = '/usr/bin/chromium'
const works = async () => null
const fails = (reason: string) => async () => {
  throw new Error(reason)
}

let said: string[]
beforeEach(() => {
  said = []
})

/** A machine with these files, on which nothing can be downloaded. */
function machine(files: string[], others: Partial<Machine> = {}): Machine {
  return {
    named: undefined,
    exists: path => files.includes(`${path}`),
    probe: async path => (path ? null : 'not downloaded'),
    download: fails('no network'),
    supportsPackage: true,
    install: fails('no registry'),
    say: line => void said.push(line),
    ...others,
  }
}

describe('The browser of the stories', () => {
  test('is the one that CHROMIUM names', async () => {
    const named = machine(['/opt/own', debian, packagedPath], { named: '/opt/own' })
    expect(findChromium(named)).toBe('/opt/own')
    expect(await bringChromium(named)).toBe('/opt/own')
  })

  test('is never another one than CHROMIUM names', async () => {
    const wrong = machine([debian], { named: '/opt/own' })
    await expect(bringChromium(wrong)).rejects.toThrow(
      'CHROMIUM names /opt/own, which does not exist',
    )
  })

  test('is the one that is installed where CHROMIUM is unset or empty', async () => {
    for (const named of [undefined, ''])
      expect(await bringChromium(machine([debian, packagedPath], { named }))).toBe(debian)
    expect(said).toEqual([])
  })

  test('is the headless shell where there is also a Chromium with windows', async () => {
    const both = machine([debian, '/usr/bin/chromium-headless-shell'])
    expect(await bringChromium(both)).toBe('/usr/bin/chromium-headless-shell')
  })

  test('is the download of Playwright where it shows a page, without another download', async () => {
    expect(await bringChromium(machine([], { probe: works }))).toBeUndefined()
    expect(said).toEqual([])
  })

  test('is downloaded by Playwright where nothing is installed', async () => {
    let downloads = 0
    const bare = machine([], {
      download: async () => void downloads++,
      probe: async () => (downloads === 0 ? 'not downloaded' : null),
    })
    expect(await bringChromium(bare)).toBeUndefined()
    expect(downloads).toBe(1)
    expect(said).toEqual(['No Chromium is installed. Trying the download of Playwright…'])
  })

  test('comes from the npm package where Playwright cannot download', async () => {
    let installs = 0
    const bare = machine([], { install: async () => void installs++ })
    expect(await bringChromium(bare)).toBe(packagedPath)
    expect(installs).toBe(1)
    expect(said).toEqual([
      'No Chromium is installed. Trying the download of Playwright…',
      'It failed (no network). Installing the npm package @sparticuz/chromium, 70 MB…',
    ])
  })

  test('comes from the npm package where the download of Playwright lacks libraries', async () => {
    const bare = machine([], {
      download: async () => undefined,
      probe: async path => (path ? null : 'libnspr4.so: cannot open shared object file'),
      install: async () => undefined,
    })
    expect(await bringChromium(bare)).toBe(packagedPath)
    expect(said[1]).toContain('It failed (libnspr4.so: cannot open shared object file).')
  })

  test('is installed from the npm package once', async () => {
    expect(await bringChromium(machine([packagedPath]))).toBe(packagedPath)
    expect(said).toEqual([])
  })

  test('is asked for in one sentence with every reason where nothing works', async () => {
    const advice =
      'install one, on Debian by apt-get install chromium-headless-shell fonts-liberation, or name one in CHROMIUM'
    await expect(bringChromium(machine([]))).rejects.toThrow(
      `There is no Chromium for the stories (no network; no registry): ${advice}`,
    )
    const crashing = machine([], {
      install: async () => undefined,
      probe: async () => 'Page crashed',
    })
    await expect(bringChromium(crashing)).rejects.toThrow('(no network; Page crashed)')
  })

  test('is not sought in the npm package on systems that it has no build for', async () => {
    const arm = machine([], { supportsPackage: false, install: async () => undefined })
    await expect(bringChromium(arm)).rejects.toThrow('(no network)')
    expect(said).toHaveLength(1)
  })
})
