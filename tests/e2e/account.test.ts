import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPerson, openBrowser, type Person } from './browser.ts'
import { readOutbox } from './mail-reader.ts'
import { type RunningApp, startApp } from './running-app.ts'

let browser: Browser
let app: RunningApp
beforeAll(async () => {
  browser = await openBrowser()
  app = await startApp()
})
afterAll(async () => {
  await browser.close()
  await app.stop()
})

describe('Who forgot their password', () => {
  test('gets a link by mail, sets a new one with it, and is signed out everywhere else', async () => {
    const elsewhere = await newMember('forgetful')
    const { page } = await newPerson(browser)
    const reader = readOutbox((await newPerson(browser)).page, app.outbox ?? '')

    await page.goto(`${app.url}/login`)
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill('forgetful@mail.test')
    await dialog.getByRole('button', { name: 'Send reset link' }).click()
    await page.getByText('If your email is registered').first().waitFor()

    const mail = await reader.find('forgetful@mail.test', /password/i)
    const link = mail.links.find(each => new URL(each).pathname === '/reset-password') ?? ''
    const token = new URL(link).searchParams.get('token') ?? ''
    const referrers: (string | undefined)[] = []
    const changes: string[] = []
    page.on('request', request => {
      // Fonts are asked for by the style, and of our own server.
      if (request.resourceType() !== 'font') referrers.push(request.headers().referer)
      if (request.method() !== 'GET') changes.push(request.url())
    })
    await page.goto(link)
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
    await page.reload()

    const password = page.getByLabel('New Password', { exact: true })
    const again = page.getByLabel('Confirm Password', { exact: true })
    const reset = page.getByRole('button', { name: 'Reset Password' })
    await password.fill('short')
    await again.fill('short')
    await reset.click()
    await page.getByText('Password must be at least 8 characters').waitFor()
    await password.fill('x'.repeat(101))
    await page.getByText('Password is too long').waitFor()
    await password.fill('battery staple')
    await reset.click()
    await page.getByText('Passwords do not match').waitFor()
    expect(changes).toEqual([])
    await again.fill('battery staple')
    await reset.click()
    await page.getByText('Your password has been successfully reset').first().waitFor()
    await page.getByText('Password Changed', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Login Now' }).waitFor()
    await page.waitForURL('**/login')
    expect(referrers.filter(referrer => referrer?.includes(token))).toEqual([])

    await elsewhere.page.reload()
    await elsewhere.page.waitForURL('**/login')
    await signIn(page, 'forgetful', 'correct horse')
    await page.getByText('Invalid login credentials').first().waitFor()
    await signIn(page, 'forgetful', 'battery staple')
    await page.waitForURL('**/home')

    await page.goto(link)
    await page.getByText('The password reset link is invalid or has expired').waitFor()
  })

  test('learns what is wrong with a link and finds back to the login', async () => {
    const { page } = await newPerson(browser)
    await page.goto(`${app.url}/reset-password`)
    await page.getByText('No reset token found in URL').waitFor()
    await page.goto(`${app.url}/reset-password?token=invented`)
    await page.getByText('The password reset link is invalid or has expired').waitFor()
    await page.getByRole('link', { name: 'Back to Login' }).click()
    await page.waitForURL('**/login')

    await page.route('**/api/verify-reset-token*', route => route.abort())
    await page.evaluate("history.pushState(null, '', '/reset-password?token=later')")
    await page.getByText('Error verifying reset token. Please try again.').waitFor()
    await page.unroute('**/api/verify-reset-token*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('The password reset link is invalid or has expired').waitFor()
  })
})

describe('In the settings', () => {
  test('a member takes another name, and the old address leads to it', async () => {
    await newMember('occupant')
    const { page } = await openSettings('renamer')
    expect(await page.title()).toBe('Settings - Radr')
    const username = page.getByLabel('Username')
    const save = page.getByRole('button', { name: 'Save Changes' })
    await save.click()
    await page.getByText('No changes', { exact: true }).waitFor()
    await page.getByText("You haven't made any changes to save.").waitFor()

    await username.fill('oc')
    await save.click()
    await page.getByText('Username must be at least 3 characters').waitFor()
    await username.fill('Occupant')
    await page.getByText('This username is already taken').waitFor()
    await save.click()
    await page.getByText('Username unavailable').waitFor()
    await username.fill('renamed')
    await page.getByText('This username would be part of your public Radr URL: /renamed').waitFor()
    await page.getByText('This username is available').waitFor()
    await save.click()
    await page.getByText('Your user settings have been updated successfully').waitFor()
    await page.getByText('Signed in as @renamed.').waitFor()

    const visitor = await newPerson(browser)
    await visitor.page.goto(`${app.url}/renamer`)
    expect(new URL(visitor.page.url()).pathname).toBe('/renamed')
    expect(await visitor.page.title()).toBe('The Radr - renamed')
  })

  test('a member links their streaming profile, in whatever form they paste it', async () => {
    const { page } = await openSettings('linker')
    const link = page.getByLabel('Spotify profile URL')
    const save = page.getByRole('button', { name: 'Save Changes' })
    await link.fill('https://open.spotify.com/artist/1')
    await save.click()
    await page.getByText('Invalid Spotify URL', { exact: true }).waitFor()
    await page
      .getByText('Please enter a valid Spotify profile URL (open.spotify.com/user/...)')
      .first()
      .waitFor()
    await link.fill(' open.spotify.com/user/wizzler?si=1 ')
    await save.click()
    await page.getByText('Settings updated', { exact: true }).waitFor()
    await expect.poll(() => link.inputValue()).toBe('https://open.spotify.com/user/wizzler')
    await page.goto(`${app.url}/linker`)
    await page.locator('a[href="https://open.spotify.com/user/wizzler"]').waitFor()
  })

  test('the email is shown, cannot be changed, and its proof can be asked for again', async () => {
    const { page } = await openSettings('unproven')
    const email = page.getByLabel('Email')
    expect(await email.inputValue()).toBe('unproven@mail.test')
    expect(await email.isEditable()).toBe(false)
    await page.getByText('Your account email cannot be changed').waitFor()
    await page.getByText('Not confirmed', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('A confirmation email was sent to you a short while ago').waitFor()

    const reader = readOutbox((await newPerson(browser)).page, app.outbox ?? '')
    const mail = await reader.find('unproven@mail.test', /confirm/i)
    const proof = await page.context().newPage()
    await proof.goto(mail.links.find(each => new URL(each).pathname === '/email/confirm') ?? '')
    await proof.getByRole('button', { name: 'Confirm address' }).click()
    await proof.getByRole('heading', { name: 'Your address is confirmed' }).waitFor()
    await page.reload()
    await page.getByText('Confirmed', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Send again' }).count()).toBe(0)
  })

  test('a member cuts a square out of a picture, with the keyboard too, and can take it away', async () => {
    const member = await openSettings('pictured')
    const { page } = member
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload image' }).press('Enter')
    const file = { name: 'halves.png', mimeType: 'image/png', buffer: await redAndBlue() }
    await (await chooser).setFiles(file)
    const dialog = page.getByRole('dialog', { name: 'Crop your image' })
    const zoom = dialog.getByRole('slider', { name: 'Zoom' })
    for (const [name, value] of Object.entries({ min: '1', max: '3', step: '0.1' }))
      expect(await zoom.getAttribute(name)).toBe(value)
    await zoom.focus()
    await page.keyboard.press('End')
    await dialog.getByText('3.0×').waitFor()
    await page.keyboard.press('ArrowLeft')
    await dialog.getByText('2.9×').waitFor()
    await dialog.getByRole('group').first().focus()
    for (let step = 0; step < 20; step++) await page.keyboard.press('Control+ArrowRight')
    const sent = page.waitForRequest('**/api/user/avatar')
    await dialog.getByRole('button', { name: 'Save image' }).click()
    const { avatar } = (await sent).postDataJSON() as { avatar: string }
    await page.getByText('Profile image updated').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    const button = page.getByRole('button', { name: 'Change image' })
    await expect.poll(() => button.and(page.locator(':focus')).count()).toBe(1)

    const jpeg = Buffer.from(avatar.replace('data:image/jpeg;base64,', ''), 'base64')
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 400, height: 400 })
    const shown = await page.locator('main img').first().getAttribute('src')
    const kept = await (await page.request.get(`${app.url}${shown}`)).body()
    const { dominant } = await sharp(kept).stats()
    expect(dominant.b).toBeGreaterThan(200)
    expect(dominant.r).toBeLessThan(60)

    await page.getByRole('button', { name: 'Remove image' }).click()
    await page.getByText('Your image is removed.').waitFor()
    expect(await page.locator('main img').count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('main img').waitFor()
    await page.goto(`${app.url}/pictured`)
    await page.locator('main img[src^="/avatars/"]').first().waitFor()
    expect(member.errors).toEqual([])
  })

  test('a selection too small for a picture becomes the centred one', async () => {
    const { page } = await openSettings('tapper')
    await choose(page, 'halves.png', 'image/png', await redAndBlue())
    // Waits until the dialog stands still.
    await page.getByRole('button', { name: 'Save image' }).click({ trial: true })
    const selection = page.getByRole('dialog').getByRole('group').first()
    const before = await selection.boundingBox()
    const picture = await page.getByAltText('What you chose').boundingBox()
    if (!before || !picture) throw new Error('The cropper is not to be seen')
    await page.mouse.move(picture.x + 5, picture.y + 5)
    await page.mouse.down()
    await page.mouse.move(picture.x + 15, picture.y + 15)
    await page.mouse.up()
    await expect.poll(() => selection.boundingBox()).toEqual(before)
    expect(before.width / picture.height).toBeCloseTo(0.8, 1)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  test('what is no picture, or too large a one, is refused with a reason', async () => {
    const { page } = await openSettings('refused')
    await choose(page, 'notes.txt', 'text/plain', Buffer.from('words'))
    await page
      .getByRole('alert')
      .filter({ hasText: 'Invalid file type. Please select an image file (JPEG, PNG, etc.)' })
      .waitFor()
    await choose(page, 'huge.jpg', 'image/jpeg', Buffer.alloc(5 * 1024 * 1024 + 1))
    await page
      .getByRole('alert')
      .filter({ hasText: 'File too large. Please select an image smaller than 5MB' })
      .waitFor()
    await choose(page, 'broken.jpg', 'image/jpeg', Buffer.from('not a picture'))
    await page.getByRole('alert').filter({ hasText: 'Failed to process the image' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('the theme chosen there is on the next page from its first byte', async () => {
    const { page } = await openSettings('nocturnal')
    await page.getByRole('radio', { name: 'System' }).and(page.locator(':checked')).waitFor()
    await page.getByRole('radio', { name: 'System' }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('radio', { name: 'Dark' }).and(page.locator(':checked')).waitFor()
    expect(await schemeOf(page)).toBe('dark')
    for (const path of ['/settings', '/nocturnal']) {
      const html = await (await page.request.get(app.url + path)).text()
      expect(html).toContain('<html lang="en" data-theme="dark">')
    }
    await logOut(page)
    const visited = await (await page.request.get(`${app.url}/charts`)).text()
    expect(visited).toContain('<html lang="en" data-theme="dark">')
    const other = await newPerson(browser)
    const theirs = await (await other.page.request.get(`${app.url}/charts`)).text()
    expect(theirs).toContain('<html lang="en">')

    await page.goto(`${app.url}/login`)
    expect(await schemeOf(page)).toBe('dark')
    await signIn(page, 'nocturnal', 'correct horse')
    await page.waitForURL('**/home')
    await page.goto(`${app.url}/settings`)
    await page.getByRole('radio', { name: 'Dark' }).and(page.locator(':checked')).waitFor()
    await page.getByText('System', { exact: true }).click()
    expect(await schemeOf(page)).toBe('light dark')
  })

  test('logging out leaves nothing behind', async () => {
    const { page } = await openSettings('leaver')
    await page.evaluate(() => {
      localStorage.setItem('dropButtonHidden', 'true')
      localStorage.setItem('dropSuccessful', 'true')
    })
    await logOut(page)
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    await page.goto(`${app.url}/settings`)
    await page.waitForURL('**/login')
  })
})

test('A screen that cannot be downloaded says so, and another one can be gone to', async () => {
  const { page } = await openSettings('offliner')
  const charts = page.getByRole('link', { name: 'Charts' }).first()
  const broken = page.getByRole('alert').filter({ hasText: 'This page could not be loaded' })
  await page.route('**/assets/charts-screen*.js', route => route.abort())
  await charts.click()
  await broken.getByRole('button', { name: 'Reload' }).waitFor()
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByLabel('Username').waitFor()
  await charts.click()
  await broken.waitFor()
  await page.unroute('**/assets/charts-screen*.js')
  await broken.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('tab', { name: 'Most Followed' }).waitFor()
})

test('A page whose script cannot be downloaded can be read, and says what to do', async () => {
  const { page } = await newPerson(browser)
  await page.route('**/assets/profile-screen*.js', route => route.abort())
  await page.goto(`${app.url}/demo`)
  await page.getByRole('heading', { name: 'demo' }).waitFor()
  const alert = page.getByRole('alert').filter({ hasText: 'Part of this page could not be loaded' })
  await alert.waitFor()
  await page.unrouteAll()
  await alert.getByRole('link', { name: 'Reload' }).click()
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await page.getByRole('dialog', { name: 'Follow @demo' }).waitFor()
})

/** Somebody with an account, at their list. */
async function newMember(username: string): Promise<Person> {
  const person = await newPerson(browser)
  const { status } = await person.page.request
    .post(`${app.url}/api/register`, {
      headers: { origin: app.url },
      data: { username, email: `${username}@mail.test`, password: 'correct horse' },
    })
    .then(response => ({ status: response.status() }))
  expect(status).toBe(201)
  await person.page.goto(`${app.url}/home`)
  await person.page.getByRole('heading', { name: 'Your Radr' }).waitFor()
  return person
}

async function openSettings(username: string): Promise<Person> {
  const member = await newMember(username)
  await member.page.goto(`${app.url}/settings`)
  // Chosen by the browser's part alone: once it is, the page is alive.
  await member.page
    .getByRole('radio', { name: 'System' })
    .and(member.page.locator(':checked'))
    .waitFor()
  return member
}

async function signIn(page: Page, username: string, password: string) {
  await page.getByLabel('Email').fill(`${username}@mail.test`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
}

const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })

const schemeOf = (page: Page) =>
  page.evaluate('getComputedStyle(document.documentElement).colorScheme')

/** Left half red, right half blue. */
function redAndBlue(): Promise<Buffer> {
  const blue = { create: { width: 500, height: 700, channels: 3, background: '#0000ff' } } as const
  return sharp({ create: { width: 1000, height: 700, channels: 3, background: '#ff0000' } })
    .composite([{ input: blue, left: 500, top: 0 }])
    .png()
    .toBuffer()
}
