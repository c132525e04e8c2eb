import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findSuppression } from '../../../tests/bounces/find-suppression.ts'
import { runCommand } from '../../../tests/processes/run-command.ts'
import { makeDataDir } from '../../../tests/test-database.ts'
import { systemClock } from '../../platform/clock.ts'
import { openEmbedded } from '../../platform/database/embedded.ts'
import { suppress } from '../mailboxes/suppression.ts'

test('The operator lifts the suppression of an address', async () => {
  const { dataDir, remove } = await makeDataDir()
  const before = await openEmbedded(join(dataDir, 'db'))
  await suppress(before.db, 'fan@mail.test', 'hard', '550 5.1.1')
  await before.close()
  const { code, stdout } = await runCommand(['unsuppress', 'Fan@mail.test'], { DATA_DIR: dataDir })
  expect([code, stdout]).toEqual([0, 'Mail to Fan@mail.test is sent again.\n'])
  const after = await openEmbedded(join(dataDir, 'db'))
  expect(await findSuppression({ db: after.db, clock: systemClock }, 'fan@mail.test')).toBeNull()
  await after.close()
  await remove()
})

test('A command without an address or file says how to use it', async () => {
  const unsuppress = await runCommand(['unsuppress', 'fan'])
  expect(unsuppress.code).toBe(1)
  expect(unsuppress.stderr).toMatch(/^error: .*'fan' is invalid.*It takes an email address\./)
  expect(unsuppress.stderr).toContain('Usage: npm run radr -- unsuppress [options] [address]')
  const explain = await runCommand(['explain-bounce'])
  expect(explain.code).toBe(1)
  expect(explain.stderr).toMatch(/^error: missing required argument 'files'/)
  expect(await runCommand(['explain-bounce', 'missing.eml'])).toMatchObject({
    code: 1,
    stderr: 'missing.eml: no such file or directory.\n',
  })
  expect(await runCommand(['explain-bounce', 'tests'])).toMatchObject({
    code: 1,
    stderr: 'tests: illegal operation on a directory.\n',
  })
})

test('The operator sees how a bounce is read, one line for each file', async () => {
  const files = ['unknown-user', 'delayed', 'spam-complaint'].map(
    name => `tests/samples/bounces/${name}.eml`,
  )
  const { code, stdout } = await runCommand(['explain-bounce', ...files])
  expect(code).toBe(0)
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

test('The operator sees what the app concludes: a recipient in any spelling, one that ours forwards to, and what is automatic', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'radr-reports-'))
  const sample = await readFile('tests/samples/bounces/unknown-user.eml', 'utf8')
  const withRecipient = (spelling: string) =>
    sample
      .replace('Original-Recipient: rfc822;fan@fans.test\n', '')
      .replace('Final-Recipient: rfc822; fan@fans.test', spelling)
  const reports = {
    hard: withRecipient('Final-Recipient: rfc822; "Ann" <FAN@Fans.test.> (no such user)'),
    'other recipient': withRecipient('Final-Recipient: rfc822; moved@elsewhere.test'),
    soft: withRecipient(
      'Original-Recipient: rfc822;fan@fans.test\nFinal-Recipient: rfc822;ann@corp.local',
    ),
    'about us': sample.replace(
      /550 5\.1\.1 [\s\S]*?name\n/,
      '550 5.7.1 Your IP is on a block list\n',
    ),
    none: sample.replace('report-type=delivery-status', 'report-type=disposition-notification'),
  }
  const files = await Promise.all(
    Object.values(reports).map(async (report, index) => {
      const file = join(folder, `${index}.eml`)
      await writeFile(file, report.replace('Return-Path: <>\n', ''))
      return file
    }),
  )
  const kindsOf = (stdout: string) =>
    stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line).kind)
  const explained = await runCommand(['explain-bounce', ...files])
  expect(kindsOf(explained.stdout)).toEqual(Object.keys(reports))
  const given = await runCommand([
    'explain-bounce',
    '--recipient',
    'moved@elsewhere.test',
    ...files.slice(0, 2),
  ])
  expect(kindsOf(given.stdout)).toEqual(['other recipient', 'hard'])
  await rm(folder, { recursive: true })
})
