import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { BrowserBuild } from '../../web/pages/browser-build.ts'
import { loadAssets } from './assets.ts'

test.each(['plain', '+(x)', '[new] {a,b} !(c) * ?'])(
  'The assets of a checkout in the folder %s are served by their names',
  async name => {
    const parent = await mkdtemp(join(tmpdir(), 'radr-assets-'))
    const root = join(parent, name)
    await mkdir(join(root, 'assets'), { recursive: true })
    await writeFile(join(root, 'assets/main.js'), '1')
    await writeFile(join(root, 'assets/main.js.br'), '1')
    await writeFile(join(root, 'icon.svg'), '1')
    const build = { files: { root, immutable: '/assets/' } } as BrowserBuild
    expect([...(await loadAssets(build, [])).keys()].sort()).toEqual([
      '/assets/main.js',
      '/icon.svg',
    ])
    await rm(parent, { recursive: true })
  },
)
