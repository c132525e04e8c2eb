import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const haproxy = (...args: string[]) => spawnSync('haproxy', args, { encoding: 'utf8' })

test.runIf(haproxy('-v').status === 0)(
  'HAProxy accepts the documented configuration for a database that fails over, without a warning',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'radr-haproxy-'))
    const file = join(folder, 'haproxy.cfg')
    const documented = /```\n(listen postgres\n.*?)```/s.exec(
      readFileSync('docs/operate.md', 'utf8'),
    )
    writeFileSync(file, documented?.[1] ?? '')
    const { status, stdout, stderr } = haproxy('-c', '-V', '-f', file)
    expect(stdout + stderr).toMatch(/^Configuration file is valid\n$/)
    expect(status).toBe(0)
    rmSync(folder, { recursive: true })
  },
)
