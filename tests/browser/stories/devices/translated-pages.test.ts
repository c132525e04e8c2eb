import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { listedTracks, navigate, visit, visitBeforeScripts } from '../../page-actions.ts'

test.describe('On a page that is translated', () => {
  test('a member follows and unfollows, and reads the new count', async ({ as }) => {
    const page = await as('harbor-fox')
    await translate(page)
    await open(page, '/delta-tapes')
    await expect(page.getByText('«4 followers»')).toBeVisible()
    await page.getByRole('button', { name: '«Follow»' }).click()
    await expect(page.getByText('«5 followers»')).toBeVisible()
    await expect(page.getByText('«Now following!»')).toBeVisible()
    await page.getByRole('button', { name: '«Following»' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '«Unfollow»' }).click()
    await expect(page.getByRole('button', { name: '«Follow»' })).toBeVisible()
    await expect(page.getByText('«4 followers»')).toBeVisible()
    await expectNoError(page)
  })

  test('a visitor enters a wrong email, and follows by email', async ({ page }) => {
    await translate(page)
    await open(page, '/delta-tapes')
    await page.getByRole('button', { name: '«Follow»' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('no address')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('«Invalid email address»')).toBeVisible()
    await dialog.getByRole('textbox').fill('reader.abroad@post.test')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: '«Check your email»' })).toBeVisible()
    await expect(page.getByRole('button', { name: '«Follow»' })).toHaveCount(0)
    await expectNoError(page)
  })

  test('a wrong password is refused, and the right one signs in', async ({ page }) => {
    await translate(page)
    await open(page, '/login')
    const password = page.locator('input[type=password]')
    await page.locator('input[type=email]').fill('harbor-fox@mail.test')
    await password.fill('not it')
    await password.press('Enter')
    await expect(page.getByText('«Invalid login credentials»').first()).toBeVisible()
    await password.fill('correct horse')
    await password.press('Enter')
    await expect(page).toHaveURL('/home')
    await expect(page.getByRole('heading', { name: '«Your Radr»' })).toBeVisible()
    await expectNoError(page)
  })

  test('a follower sends a song after a wrong link, and the member dismisses it', async ({
    as,
  }) => {
    const follower = await as('kofi')
    await translate(follower)
    await open(follower, '/follow/send-song?drop=3&to=mira')
    const field = follower.locator('input[name=spotifyUrl]')
    await field.fill('https://open.spotify.com/album/1')
    await follower.getByRole('button', { name: /Send it to/ }).click()
    await expect(follower.getByText(/«This is no link to a track/)).toBeVisible()
    await field.fill('https://open.spotify.com/track/65UOmhzHI1X3XQ5UJmlRDe')
    await expect(follower.getByRole('button', { name: '«Change»' })).toBeVisible()
    await follower.getByRole('button', { name: /Send it to/ }).click()
    await expect(follower.getByRole('heading', { name: '«Sent.»' })).toBeFocused()
    await expectNoError(follower)
    const page = await as('mira')
    await translate(page)
    await open(page, '/home')
    const song = page.locator('main').getByRole('listitem').filter({ hasText: '@kofi' })
    await song.getByRole('button', { name: /Dismiss/ }).click()
    await expect(song).toHaveCount(0)
    await expectNoError(page)
  })
})

for (const start of ['before hydration', 'after hydration'] as const)
  test(`The charts are searched, and pages follow each other, on a page that is translated ${start}`, async ({
    page,
  }) => {
    await translate(page, start)
    await open(page, '/charts', start)
    for (const [tab, caption] of [
      ['Trending Tracks', 'The top tracks on the Radr today'],
      ['All Timers', 'The most dropped tracks of all time'],
      ['Most Followed', 'The Radrs with the most followers'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByText(`«${caption}»`)).toBeVisible()
      await expect(page.getByText(/^«The (top|most|Radrs) .*»$/)).toHaveCount(1)
    }
    await page.getByRole('searchbox').fill('delta-tapes')
    await expect(page.getByRole('link', { name: /delta-tapes/ }).first()).toBeVisible()
    await page.getByRole('searchbox').fill('zzzzzz')
    await expect(page.getByRole('link', { name: /delta-tapes/ })).toHaveCount(0)
    await page.getByRole('searchbox').fill('')
    await navigate(page, '/kofi')
    await expect(page.getByRole('heading', { name: 'kofi', level: 1 })).toBeVisible()
    await navigate(page, '/delta-tapes')
    await expect(page.getByRole('heading', { name: 'delta-tapes', level: 1 })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'kofi', level: 1 })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('searchbox')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'kofi', level: 1 })).toHaveCount(0)
    await expectNoError(page, start)
  })

test('Usernames, titles and artists keep their words, because they name what is elsewhere', async ({
  as,
}) => {
  const page = await as('mira')
  await translate(page, 'before hydration')
  for (const [path, names] of [
    ['/kofi', ['kofi']],
    ['/people', ['@kofi']],
    ['/charts', ['@kofi']],
    ['/feed', ['@kofi']],
  ] as const) {
    await open(page, path, 'before hydration')
    await expect(page.getByText(/^«/).first()).toBeVisible()
    for (const name of names)
      await expect(page.locator('main').getByText(name, { exact: true }).first()).toBeVisible()
  }
  await open(page, '/kofi', 'before hydration')
  const texts = listedTracks(page).first().locator('bdi')
  await expect(texts).not.toHaveCount(0)
  for (const text of await texts.allTextContents()) expect(text).not.toContain('«')
  await expectNoError(page, 'before hydration')
})

test('A list is dropped on a translated page', async ({ as }) => {
  const page = await as('lunar-walker')
  await translate(page, 'before hydration')
  await open(page, '/home', 'before hydration')
  await page.getByRole('button', { name: '«DROP»' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Read in another language')
  await page.getByRole('dialog').getByRole('button', { name: '«Drop it»' }).click()
  await expect(page.getByText('«Drop successful! Boom!»')).toBeVisible()
  await expectNoError(page, 'before hydration')
})

test('A click before hydration counts on a page that was translated before it', async ({
  page,
}) => {
  await translate(page, 'before hydration')
  const arrive = await visitBeforeScripts(page, '/delta-tapes')
  await page.getByRole('button', { name: '«Follow»' }).click()
  await arrive()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoError(page, 'before hydration')
})

type Start = 'before hydration' | 'after hydration'

/**
 * Puts « and » around each text as Chrome's translation puts the translated text in its place: a `<font>` in a `<font>`
 * is inserted before it, and the text is removed (https://github.com/facebook/react/issues/11538). Texts that come or
 * change later are translated, too, except in elements with `translate="no"`. Its calls are the browser's own.
 */
async function translate(page: Page, start: Start = 'after hydration') {
  await page.addInitScript(start => {
    const { insertBefore, removeChild } = Node.prototype
    const translateText = (text: Text) => {
      const parent = text.parentElement
      if (!text.data.trim() || !parent?.closest('body')) return
      if (parent.closest('font, script, style, noscript, textarea, option, title, [translate=no]'))
        return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = `«${text.data}»`
      outer.append(inner)
      insertBefore.call(parent, outer, text)
      removeChild.call(parent, text)
    }
    const translateAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      for (let node: Node | null = root; node; node = walker.nextNode())
        if (node instanceof Text) texts.push(node)
      for (const text of texts) translateText(text)
    }
    const startTranslation = () => {
      translateAll(document)
      new MutationObserver(records => {
        for (const { target, addedNodes } of records)
          for (const node of [target, ...addedNodes])
            if (node.isConnected && (node !== target || node instanceof Text)) translateAll(node)
      }).observe(document, { childList: true, characterData: true, subtree: true })
    }
    if (start === 'before hydration') startTranslation()
    else Object.assign(window, { startTranslation })
  }, start)
}

async function open(page: Page, path: string, start: Start = 'after hydration') {
  await visit(page, path)
  if (start === 'after hydration') await page.evaluate('startTranslation()')
}

/** React says that it could not hydrate what had been translated before; the page was then rendered in the browser. */
async function expectNoError(page: Page, start: Start = 'after hydration') {
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
  const errors = (await page.pageErrors({ filter: 'all' })).map(String)
  const isMismatch = (error: string) => start === 'before hydration' && error.includes('#418')
  expect(errors.filter(error => !isMismatch(error))).toEqual([])
}
