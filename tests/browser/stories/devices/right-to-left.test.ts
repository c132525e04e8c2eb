import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures.ts'
import { chooseInMenu, openAddDialog, visit } from '../../page-actions.ts'
import { statesByScreen } from '../../screens/all-states.ts'

const samples: { title: string; artist: string }[] = JSON.parse(
  readFileSync('tests/samples/titles.json', 'utf8'),
)

/** Texts that are the same in markup and in JSON. Longer ones are first, because one may be a part of another. */
const plain = /^[^&<>"'\\/]{4,}$/
const texts = new Set(samples.flatMap(({ title, artist }) => [title, artist]))
const replaced = [...texts].filter(text => plain.test(text)).sort((a, b) => b.length - a.length)
const notes =
  /(?<=")[^"<>\\]*(?:雨の日|Rain again|Short and sweet|Only the flip sides|Last stop)[^"<>\\]*(?=")/g

/** Puts most titles, artists and notes in Hebrew, as the server would send them. */
async function inHebrew(page: Page) {
  await page.route('**/*', async route => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    let body = await response.text()
    for (const [note] of body.matchAll(notes)) body = body.replaceAll(note, 'שבעה שירים, 7 songs!')
    for (const text of replaced) body = body.replaceAll(text, 'שיר של Pop (1)')
    await route.fulfill({ response, body })
  })
}

/** Visible texts with a title in Hebrew, or that begin with it, with what would lay them out from left to right. */
const wronglyLaidOut = (page: Page) =>
  page.evaluate(() => {
    const wrong: string[] = []
    let seen = 0
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement
      if (!parent || !/^\s*[\u0590-\u05ff]|שיר של Pop/.test(node.textContent ?? '')) continue
      if (!parent.checkVisibility() || parent.getBoundingClientRect().width <= 1) continue
      seen++
      const { direction, unicodeBidi } = getComputedStyle(parent)
      // A text of a picture has no direction of its own.
      if (direction !== 'rtl' && unicodeBidi !== 'plaintext')
        wrong.push(parent.outerHTML.slice(0, 200))
    }
    return { seen, wrong }
  })

test('Texts in Hebrew are laid out from right to left on each screen', async ({
  as,
  newVisitor,
  seededApp,
}) => {
  const screensWithTexts = new Set<string>()
  for (const [screen, states = []] of Object.entries(statesByScreen)) {
    const rendered = states.filter(({ from, mock }) => !from && !mock)
    // The usual state, and as a member sees the screen.
    const checked = new Set([rendered[0], rendered.find(({ as }) => as)].filter(state => !!state))
    for (const { name, as: username, path } of checked) {
      const page = username ? await as(username) : await newVisitor()
      const address = typeof path === 'string' ? path : path(seededApp.links)
      const html = await (await page.request.get(address)).text()
      // To open a page takes longer than to read it.
      if (replaced.every(text => !html.includes(text))) continue
      await inHebrew(page)
      await visit(page, address)
      const { seen, wrong } = await wronglyLaidOut(page)
      expect(wrong, name).toEqual([])
      if (seen > 0) screensWithTexts.add(screen)
      await page.close()
    }
  }
  expect([...screensWithTexts].sort()).toEqual([
    'drop',
    'feed',
    'history',
    'home',
    'landing',
    'people',
    'profile',
    'track',
  ])
})

test('A title in Hebrew does not reorder the sentences of the dialogs for tracks', async ({
  as,
}) => {
  const page = await as('mira')
  await inHebrew(page)
  await visit(page, '/home')
  await chooseInMenu(page, 0, 'Swap')
  const dialog = page.getByRole('dialog', { name: 'Swap track' })
  await expect(
    dialog.getByText(/^The new track takes number 1, the place of שיר של Pop/),
  ).toBeVisible()
  expect((await wronglyLaidOut(page)).wrong).toEqual([])

  await page.route('**/api/track-preview*', async route => {
    const response = await route.fetch()
    const json = { ...(await response.json()), title: 'שיר של Pop', artist: 'שיר של Pop' }
    await route.fulfill({ response, json })
  })
  const link = 'https://open.spotify.com/track/hebrew'
  await dialog.getByRole('textbox').fill(link)
  await expect(dialog.getByText(/^שיר של Pop by שיר של Pop is ready\.$/)).toBeVisible()
  expect((await wronglyLaidOut(page)).wrong).toEqual([])

  const newcomer = await as('newcomer', '/home')
  await newcomer.route('**/api/track-preview*', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), title: 'שיר של Pop' } })
  })
  const { field } = await openAddDialog(newcomer)
  await field.fill(link)
  await newcomer.keyboard.press('Enter')
  await expect(newcomer.getByText(/^Added as number 1: שיר של Pop\.$/)).toBeVisible()
  expect((await wronglyLaidOut(newcomer)).wrong).toEqual([])
})
