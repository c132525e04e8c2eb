import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const promtool = (...args: string[]) => spawnSync('promtool', args, { encoding: 'utf8' })

test.runIf(promtool('--version').status === 0)(
  'Prometheus raises every alert of docs/alerts.yml when its reason lasts, and none without',
  () => {
    const { status, stdout, stderr } = promtool('test', 'rules', 'tests/samples/alert-rules.yml')
    expect(stdout + stderr).toContain('SUCCESS')
    expect(status).toBe(0)
  },
)

test.runIf(promtool('--version').status === 0)(
  'Prometheus accepts the documented configuration with the rules',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'radr-prometheus-'))
    const file = join(folder, 'prometheus.yml')
    const documented = /^scrape_configs:\n(?: .*\n)+/m.exec(readFileSync('docs/operate.md', 'utf8'))
    writeFileSync(file, `rule_files: [${resolve('docs/alerts.yml')}]\n${documented?.[0]}`)
    const { status, stdout, stderr } = promtool('check', 'config', file)
    expect(stdout + stderr).toContain('is valid prometheus config file syntax')
    expect(status).toBe(0)
    rmSync(folder, { recursive: true })
  },
)
