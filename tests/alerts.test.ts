import { spawnSync } from 'node:child_process'
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
