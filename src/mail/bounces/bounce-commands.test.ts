import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findSuppression } from '../../../tests/bounces/find-suppression.ts'
import { systemClock } from '../../platform/clock.ts'
import { openEmbedded } from '../../platform/database/embedded.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { suppress } from '../suppression.ts'

const run = (script: string, args: string[], env = {}) =>
  promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...args], {
    env: { PATH: process.env.PATH, ...env },
  })

test('The operator lifts the suppression of an address', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'radr-unsuppress-'))
  const before = await openEmbedded(join(folder, 'db'))
  await migrate(before)
  await suppress(before.db, 'fan@mail.test', 'hard', '550 5.1.1')
  await before.close()
  const { stdout } = await run('unsuppress', ['Fan@mail.test'], { DATA_DIR: folder })
  expect(stdout).toBe('Mail to Fan@mail.test is sent again.\n')
  const after = await openEmbedded(join(folder, 'db'))
  expect(await findSuppression({ db: after.db, clock: systemClock }, 'fan@mail.test')).toBeNull()
  await after.close()
  await rm(folder, { recursive: true })
}, 120_000)

test('A command without an address or file says how to use it', async () => {
  await expect(run('unsuppress', ['fan'])).rejects.toMatchObject({
    code: 1,
    stderr: 'Usage: npm run unsuppress -- <address>\n',
  })
  await expect(run('explain-bounce', [])).rejects.toMatchObject({
    code: 1,
    stderr: 'Usage: npm run explain-bounce -- <file>…\n',
  })
})

test('The operator sees how a bounce is read, one line for each file', async () => {
  const files = ['unknown-user', 'delayed', 'spam-complaint'].map(
    name => `tests/samples/bounces/${name}.eml`,
  )
  const { stdout } = await run('explain-bounce', files)
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line)),
  ).toEqual([
    {
      file: files[0],
      kind: 'hard',
      status: '5.1.1',
      text: '550 5.1.1 <[address]>: Recipient address rejected: nobody of this name',
    },
    { file: files[1], kind: 'none', status: null, text: '' },
    { file: files[2], kind: 'complaint', status: null, text: 'abuse' },
  ])
})
