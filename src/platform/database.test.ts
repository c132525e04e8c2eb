import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SettingError } from './config.ts'
import { openEmbedded } from './database.ts'

test('An embedded database can be opened by one process at a time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'radr-embedded-'))
  const first = await openEmbedded(folder)
  await expect(openEmbedded(folder)).rejects.toThrow(SettingError)
  await first.close()
  await (await openEmbedded(folder)).close()
  await rm(folder, { recursive: true })
})
