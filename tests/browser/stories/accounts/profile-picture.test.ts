import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { test } from '../../fixtures.ts'
import { errorsOf, visit } from '../../page-actions.ts'

test.describe('A profile picture', () => {
  test('is cropped to a square by mouse or keyboard, removed, and restored', async ({ as }) => {
    const page = await as('delta-static', '/settings')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload image' }).press('Enter')
    const file = { name: 'halves.png', mimeType: 'image/png', buffer: await redAndBlue() }
    await (await chooser).setFiles(file)
    const dialog = page.getByRole('dialog', { name: 'Crop your image' })
    const zoom = dialog.getByRole('slider', { name: 'Zoom' })
    for (const [name, value] of Object.entries({ min: '1', max: '3', step: '0.1' }))
      await expect(zoom).toHaveAttribute(name, value)
    await zoom.focus()
    await page.keyboard.press('End')
    await expect(dialog.getByText('3.0×')).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(dialog.getByText('2.9×')).toBeVisible()
    await dialog.getByRole('group').first().focus()
    for (let step = 0; step < 20; step++) await page.keyboard.press('Control+ArrowRight')
    const request = page.waitForRequest('**/api/user/avatar')
    await dialog.getByRole('button', { name: 'Save image' }).click()
    const { avatar } = (await request).postDataJSON() as { avatar: string }
    await expect(page.getByText('Profile image updated')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Change image' })).toBeFocused()

    const sent = Buffer.from(avatar.replace('data:image/jpeg;base64,', ''), 'base64')
    expect(await sharp(sent).metadata()).toMatchObject({ format: 'jpeg', width: 400, height: 400 })
    expect(quantizationOf(sent)).toEqual(
      quantizationOf(await sharp(sent).jpeg({ quality: 85 }).toBuffer()),
    )
    const picture = page.locator('main img')
    const address = await picture.first().getAttribute('src')
    const saved = await (await page.request.get(address ?? '')).body()
    const { dominant } = await sharp(saved).stats()
    expect(dominant.b).toBeGreaterThan(200)
    expect(dominant.r).toBeLessThan(60)

    await page.getByRole('button', { name: 'Remove image' }).click()
    await expect(page.getByText('Your image is removed.')).toBeVisible()
    await expect(picture).toHaveCount(0)
    // A removed picture is read before: afterwards it need not be at its URL.
    await page.route(`**${address}`, route =>
      route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(picture).toBeVisible()
    await visit(page, '/delta-static')
    await expect(page.locator('main img[src^="/avatars/"]').first()).toBeVisible()
    expect(await errorsOf(page)).toEqual([])
  })

  test('gets a centered selection instead of one that is too small', async ({ as }) => {
    const page = await as('mira', '/settings')
    await choose(page, 'halves.png', 'image/png', await redAndBlue())
    // A click is possible once the dialog has stopped moving.
    await page.getByRole('button', { name: 'Save image' }).click({ trial: true })
    const selection = page.getByRole('dialog').getByRole('group').first()
    const before = await selection.boundingBox()
    const picture = await page.getByAltText('What you chose').boundingBox()
    if (!before || !picture) throw new Error('The cropper is not visible')
    await page.mouse.move(picture.x + 5, picture.y + 5)
    await page.mouse.down()
    await page.mouse.move(picture.x + 15, picture.y + 15)
    await page.mouse.up()
    await expect.poll(() => selection.boundingBox()).toEqual(before)
    expect(before.width / picture.height).toBeCloseTo(0.8, 1)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('is rejected with a reason if it is no picture or too large', async ({ as }) => {
    const page = await as('mira', '/settings')
    const alert = page.getByRole('alert')
    await choose(page, 'notes.txt', 'text/plain', Buffer.from('words'))
    await expect(
      alert.filter({
        hasText: 'Invalid file type. Please select an image file (JPEG, PNG, etc.)',
      }),
    ).toBeVisible()
    await choose(page, 'huge.jpg', 'image/jpeg', Buffer.alloc(5 * 1024 * 1024 + 1))
    await expect(
      alert.filter({ hasText: 'File too large. Please select an image smaller than 5MB' }),
    ).toBeVisible()
    await choose(page, 'broken.jpg', 'image/jpeg', Buffer.from('not a picture'))
    await expect(alert.filter({ hasText: 'Failed to process the image' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })

/** The first table of a JPEG, which follows from its quality. */
function quantizationOf(jpeg: Buffer): string {
  const marker = jpeg.indexOf(Buffer.of(0xff, 0xdb))
  return jpeg.subarray(marker + 4, marker + 4 + 65).toString('hex')
}

/** A picture whose left half is red and right half blue. */
function redAndBlue(): Promise<Buffer> {
  const blue = { create: { width: 500, height: 700, channels: 3, background: '#0000ff' } } as const
  return sharp({ create: { width: 1000, height: 700, channels: 3, background: '#ff0000' } })
    .composite([{ input: blue, left: 500, top: 0 }])
    .png()
    .toBuffer()
}
