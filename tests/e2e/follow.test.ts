import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answer, fail } from '../../scripts/screens-visit.ts'
import { type LivelyApp, startLivelyApp } from './seeded-app.ts'

let app: LivelyApp
beforeAll(async () => {
  app = await startLivelyApp()
})
afterAll(() => app.stop())

describe('A profile', () => {
  test('shows who it is, the note of the latest drop and the list', async () => {
    const page = await app.open('/kofi')
    expect(await page.title()).toBe('The Radr - kofi')
    await page.getByText('63 followers').waitFor()
    await page.getByText('TOP TRACK').waitFor()
    expect(await page.getByRole('article').count()).toBe(7)
    expect(await page.getByRole('button', { name: /Swap|Remove|^Move / }).count()).toBe(0)
    const badge = page.getByText('64d', { exact: true })
    await badge.hover()
    await page.getByText('64 days on Radr').waitFor()
    const note = page.getByRole('figure')
    const written = note.getByRole('link', { name: /example\.com/ })
    expect(await written.getAttribute('target')).toBe('_blank')
    expect(await written.evaluate(each => globalThis.String(each))).toMatch(/^https:/)
    await note.getByRole('link', { name: 'Drop #9' }).click()
    await page.getByRole('heading', { name: 'Drop #9' }).waitFor()
    await page.getByRole('link', { name: '@kofi' }).click()
    await page.getByRole('link', { name: '9 drops' }).click()
    await page.waitForURL('**/kofi/drops')
  })

  test('keeps quiet about a note that the list has outlived, and says when the list is empty', async () => {
    const page = await app.open('/mira')
    await page.getByText('TOP TRACK').waitFor()
    expect(await page.getByRole('figure').count()).toBe(0)
    const spotify = page.getByRole('link', { name: 'Spotify profile' })
    expect(await spotify.getAttribute('href')).toBe('https://open.spotify.com/user/mira')
    const empty = await app.open('/newcomer')
    await empty.getByText('This user has no tracks on their Radr yet').waitFor()
    await empty.getByText('0 followers').waitFor()
  })
})

describe('A list that is read', () => {
  test.each([
    ['solo', 0],
    ['lea', 1],
    ['Tomasz', 2],
    ['the-night-bus', 3],
    ['ines_b', 2],
    ['oldnoise', 3],
    ['kofi', 3],
  ])('of %s has its first track large and the others in %i columns', async (name, columns) => {
    const page = await app.open(`/${name}`)
    const [first, ...others] = await boxesOf(page.locator('main article'))
    expect(new Set(others.map(({ x }) => x)).size).toBe(columns)
    for (const other of others) {
      expect(other.width).toBeLessThanOrEqual(first?.width ?? 0)
      expect(other.y).toBeGreaterThan(first?.y ?? 0)
    }
    // Four or fewer stand in a narrower column.
    expect((first?.width ?? 0) < 800).toBe(others.length < 4)
  })

  test('says which track the service has no more, under the title it had', async () => {
    const page = await app.open('/mira')
    const lost = page.getByRole('article').filter({ hasText: 'No longer on Spotify' })
    await lost.waitFor()
    expect(await lost.getByRole('heading').textContent()).not.toMatch(/^Track /)
    const own = await app.open('/home', 'mira')
    await own
      .getByRole('article')
      .filter({ hasText: 'No longer on Spotify' })
      .getByRole('button', { name: 'Swap track' })
      .waitFor()
  })

  test('has one player, made when asked for, 90 px high for the top track and 80 for others', async () => {
    const page = await app.open('/kofi', undefined, each =>
      each.route('https://open.spotify.com/**', route => route.fulfill({ body: 'a player' })),
    )
    const player = page.locator('iframe')
    expect(await player.count()).toBe(0)
    const play = page.getByRole('button', { name: /^Play / })
    await play.first().click()
    await expect.poll(async () => (await player.boundingBox())?.height).toBe(90)
    // The first is a player now.
    await play.first().click()
    await expect.poll(async () => (await player.boundingBox())?.height).toBe(80)
    expect(await player.getAttribute('src')).toMatch(
      /^https:\/\/open\.spotify\.com\/embed\/track\//,
    )
  })
})

describe('The follow button', () => {
  test('follows a member with one press and lets go after a question', async () => {
    const page = await app.open('/lea', 'boss')
    await page.getByText('19 followers').waitFor()
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    await page.getByText('Now following!').waitFor()
    await page.getByText('20 followers').waitFor()
    const button = page.getByRole('button', { name: 'Following', pressed: true })
    await page.locator('.text-good\\!').and(button).waitFor({ state: 'detached' })
    await button.click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Unfollow' }).click()
    await page.getByText("You've unfollowed @lea").first().waitFor()
    await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
    await page.getByText('19 followers').waitFor()
  })

  test('puts back what was shown when the server refuses', async () => {
    const calls = '**/api/users/lea/followers'
    const page = await app.open('/lea', 'devon', fail(calls))
    const button = page.getByRole('button', { name: 'Follow', exact: true })
    await button.click()
    await page.getByText('Failed to follow. Please try again.').first().waitFor()
    await button.waitFor()
    await page.getByText('19 followers').waitFor()
    await page.unrouteAll()
    await answer(calls, { message: 'No.', code: 'already_following' }, 409)(page)
    await button.click()
    await page.getByText('Oops!').waitFor()
    await page.getByText('Looks like you already follow this Radr.').first().waitFor()
  })

  test('asks visitors for an address, and for patience within the hour', async () => {
    const page = await app.open('/lea')
    const ask = async (email: string) => {
      await page.getByRole('button', { name: 'Follow', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Follow @lea' })
      await dialog.getByLabel('Email').fill(email)
      await dialog.getByRole('button', { name: 'Follow' }).click()
      return dialog
    }
    const dialog = await ask('no address')
    await dialog.getByText('Invalid email address').waitFor()
    await page.keyboard.press('Escape')
    await ask('new.listener@post.test')
    await page.getByText('Check your email to confirm', { exact: true }).waitFor()
    await page.getByText('19 followers').waitFor()
    await ask('new.listener@post.test')
    await page.getByText('Verification email already sent', { exact: true }).waitFor()
    await page
      .getByText(/retry after 1 hour/)
      .first()
      .waitFor()
  })
})

describe('The login page', () => {
  test('says what is wrong with what was typed', async () => {
    const page = await app.open('/login')
    await page.getByRole('heading', { name: 'Sharing music just got fun again' }).waitFor()
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByText('Please enter a valid email address').waitFor()
    await page.getByText('Password is required').waitFor()
    await page.getByLabel('Email').fill('mira@mail.test')
    await page.getByLabel('Password', { exact: true }).fill('not it')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByText('Login failed', { exact: true }).waitFor()
    await page.getByText('Invalid login credentials', { exact: true }).waitFor()
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL('**/home')
    await page.getByText('Login successful').waitFor()
    await page.getByText('Welcome back, mira!').waitFor()
  })

  test('checks a new account as it is typed', async () => {
    const page = await app.open('/login')
    await page.getByRole('tab', { name: 'Create Account' }).click()
    const name = page.getByLabel('Username')
    const create = page.getByRole('button', { name: 'Create Account' })
    await page.getByText(/^Your Radr URL: .*This can be changed later\.$/).waitFor()
    await create.click()
    await page.getByText('Password must be at least 8 characters').waitFor()
    await page.getByText('Please confirm your password').waitFor()
    for (const [typed, said] of [
      ['ab', 'Username must be at least 3 characters'],
      ['a'.repeat(31), 'Username cannot exceed 30 characters'],
      ['a b c', 'Username can only contain letters, numbers, underscores, and hyphens'],
      ['MIRA', 'This username is already taken'],
    ] as const) {
      await name.fill(typed)
      await page.getByText(said).waitFor()
    }
    await expect.poll(() => create.isDisabled()).toBe(true)
    await page.route('**/api/username-available', route => route.abort())
    await name.fill('free-name')
    await page.getByText('Error checking username availability').waitFor()
    await page.unrouteAll()
    await page.getByLabel('Email').fill('free@mail.test')
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.getByLabel('Confirm Password', { exact: true }).fill('other horse')
    await create.click()
    await page.getByText("Passwords don't match").waitFor()
    await page.getByLabel('Confirm Password', { exact: true }).fill('correct horse')
    await create.click()
    await page.waitForURL('**/home')
    await page.getByText('Registration successful').waitFor()
  })
})

async function boxesOf(all: Locator) {
  await all.first().waitFor()
  return all.evaluateAll(each =>
    each.map(one => {
      const { x, y, width } = one.getBoundingClientRect()
      return { x, y, width }
    }),
  )
}
