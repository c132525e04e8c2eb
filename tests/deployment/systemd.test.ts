import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.runIf(hasSystemd)('systemd accepts the documented units', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'radr-units-'))
  const documents = await readFile('docs/operate.md', 'utf8')
  const units = [
    ...documents.matchAll(/# \/etc\/systemd\/system\/(\S+)\n(.*?)(?=\n# \/etc\/systemd|```)/gs),
  ]
  const files = units.map(([, name]) => join(folder, name ?? ''))
  for (const [index, [, , unit = '']] of units.entries())
    await writeFile(
      files[index] ?? '',
      // The executable has to exist.
      unit.replaceAll('/opt/radr/node_modules/.bin/node', process.execPath),
    )
  const { stdout, stderr, status } = spawnSync('systemd-analyze', ['verify', ...files], {
    encoding: 'utf8',
  })
  await rm(folder, { recursive: true })
  expect(units.map(([, name]) => name)).toEqual([
    'radr.service',
    'radr-backup.service',
    'radr-backup.timer',
  ])
  // Units of this machine that these depend on may have problems of their own.
  const complaints = (stdout + stderr).split('\n').filter(line => line.includes('radr'))
  expect({ complaints, status }).toEqual({ complaints: [], status: 0 })
})
