import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { unzip } from '../../../zip.ts'
import { test } from '../../fixtures.ts'
import { errorsOf, listedTracks, openSetting, post, visit } from '../../page-actions.ts'

async function download(page: Page) {
  const started = page.waitForEvent('download')
  await openSetting(page, 'Your data')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const file = await started
  return { name: file.suggestedFilename(), zip: await readFile(await file.path()) }
}

test.describe('A member’s data', () => {
  test('are downloaded from the settings as one file, without JavaScript too', async ({
    as,
    newVisitor,
  }) => {
    const page = await as('b-side', '/settings')
    const { name, zip } = await download(page)
    expect(name).toMatch(/^radr-b-side-\d{4}-\d\d-\d\d\.zip$/)
    const files = await unzip(zip)
    const data = JSON.parse(String(files.get('data.json')))
    expect(data.account.username).toBe('b-side')
    expect(data.list.tracks).toHaveLength(7)
    await expect(page).toHaveURL('/settings')

    const storageState = await page.context().storageState()
    const plain = await newVisitor({ javaScriptEnabled: false, storageState })
    await plain.goto('/settings')
    expect([...(await unzip((await download(plain)).zip)).keys()]).toEqual([...files.keys()])
  })

  test('are restored from such a file in another account, which is asked about its list', async ({
    as,
  }) => {
    const from = await as('b-side', '/settings')
    const { name, zip } = await download(from)
    const page = await as('amber-fox')
    const spotifyUrl = 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC'
    await post(page, '/api/tracks', { spotifyUrl })

    await visit(page, '/settings')
    await openSetting(page, 'Your data')
    await page.getByRole('link', { name: 'Import it here' }).click()
    await expect(page.getByRole('heading', { name: 'Import your data' })).toBeVisible()
    await expect(page.getByText('nobody gets mail who did not ask')).toBeVisible()
    const send = page.getByRole('button', { name: 'Import' })
    await send.click()
    await expect(page.getByRole('alert')).toHaveText('Choose the zip file first.')
    const field = page.getByLabel('Your zip file')
    const text = { name: 'notes.zip', mimeType: 'application/zip', buffer: Buffer.from('Hello') }
    await field.setInputFiles(text)
    await send.click()
    await expect(page.getByRole('alert')).toHaveText(
      'This file cannot be imported: it is not a zip file, or it is damaged.',
    )

    await field.setInputFiles({ name, mimeType: 'application/zip', buffer: zip })
    await send.press('Enter')
    const question = page.getByRole('dialog', { name: 'Your Radr has tracks already' })
    await question.getByRole('button', { name: 'Replace with the file’s' }).click()
    await expect(page.getByRole('heading', { name: 'Your data is here' })).toBeVisible()
    await expect(page.getByText('7 tracks on your Radr')).toBeVisible()
    await page.getByRole('link', { name: 'See your page' }).click()
    await expect(page).toHaveURL('/amber-fox')
    await expect(listedTracks(page)).toHaveCount(7)
    expect(await errorsOf(page)).toEqual([
      expect.stringContaining('400'),
      expect.stringContaining('409'),
    ])
  })

  test('are not restored before the email of the account is confirmed', async ({ as }) => {
    const page = await as('quiet-one', '/settings/import')
    await expect(
      page.getByText('You can import once your email address is confirmed.'),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send the mail again' })).toBeVisible()
    await expect(page.getByLabel('Your zip file')).toHaveCount(0)
  })
})
