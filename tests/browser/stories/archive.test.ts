import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { unzip } from '../../zip.ts'
import { test } from '../fixtures.ts'
import { visit } from '../page-actions.ts'

async function download(page: Page) {
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const file = await started
  return { name: file.suggestedFilename(), zip: await readFile(await file.path()) }
}

test.describe('A member’s data', () => {
  test('are downloaded from the settings as one file, without JavaScript too', async ({
    as,
    seededApp,
    newVisitor,
  }) => {
    const page = await as('mira')
    await visit(page, '/settings')
    const { name, zip } = await download(page)
    expect(name).toMatch(/^radr-mira-\d{4}-\d\d-\d\d\.zip$/)
    const files = await unzip(zip)
    const data = JSON.parse(String(files.get('data.json')))
    expect(data.account.username).toBe('mira')
    expect(data.list.tracks).toHaveLength(7)
    await expect(page).toHaveURL('/settings')

    const storageState = await page.context().storageState()
    const plain = await newVisitor({ javaScriptEnabled: false, storageState })
    await plain.goto(`${seededApp.url}/settings`)
    expect([...(await unzip((await download(plain)).zip)).keys()]).toEqual([...files.keys()])
  })
})
