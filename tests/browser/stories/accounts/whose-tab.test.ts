import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures.ts'
import {
  chooseInMenu,
  navigate,
  openNewMember,
  post,
  register,
  signIn,
  visit,
} from '../../page-actions.ts'

const removeFirst = (page: Page) => chooseInMenu(page, 0, 'Remove track')

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })

test('A tab whose page was made for one member changes nothing for another, and shows the other’s page', async ({
  newVisitor,
}) => {
  const tab = await newVisitor()
  await openNewMember(tab, 'first-of-two')
  await removeFirst(tab)
  // A poll would notice it, too, perhaps before the change is sent.
  await tab.route('**/api/**', route =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  await register(tab, 'second-of-two')
  const reload = tab.waitForEvent('load')
  await save(tab).click()
  await reload
  await tab.unrouteAll()
  await expect(tab.getByRole('button', { name: 'Account of second-of-two' })).toBeVisible()
  await expect(tab.getByRole('article')).toHaveCount(0)
  await expect(save(tab)).toHaveCount(0)
  expect(await (await tab.request.get('/api/tracks')).json()).toEqual([])
  await post(tab, '/api/login', {
    email: 'first-of-two@mail.test',
    password: 'correct horse',
  })
  await visit(tab, '/home')
  await expect(tab.getByRole('article')).toHaveCount(2)
  await expect(save(tab)).toBeVisible()
})

test('A visitor’s tab becomes the member’s who has signed in beside it', async ({ newVisitor }) => {
  const tab = await newVisitor()
  await visit(tab, '/login')
  await register(tab, 'beside-the-form')
  await signIn(tab, 'mira')
  await expect(tab.getByRole('button', { name: 'Account of beside-the-form' })).toBeVisible()
})

test('After Logout, Back shows nothing private, although the browser keeps whole pages', async ({
  newVisitor,
}) => {
  const page = await newVisitor()
  await register(page, 'signs-out')
  await visit(page, '/settings')
  const email = page.getByLabel('Email')
  await expect(email).toHaveValue('signs-out@mail.test')
  await keepPage(page, 'pagehide')
  await expect(email).toBeHidden()
  await post(page, '/api/logout')
  await keepPage(page, 'pageshow')
  await expect(page).toHaveURL('/login')
  await expect(email).toHaveValue('')
})

/** Dispatches what the HTML standard has for the back/forward cache, which Chromium's headless shell lacks. */
const keepPage = (page: Page, type: 'pagehide' | 'pageshow') =>
  page.evaluate(
    each => void window.dispatchEvent(new PageTransitionEvent(each, { persisted: true })),
    type,
  )

test('A follow shows the member’s drops in a feed that was empty', async ({ newVisitor }) => {
  const page = await newVisitor()
  await register(page, 'empty-feed')
  await visit(page, '/feed')
  await expect(page.getByText('Your feed is empty')).toBeVisible()
  // Other stories count the followers of mira.
  await navigate(page, '/haruka')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByText('Now following!')).toBeVisible()
  await navigate(page, '/feed')
  await expect(page.getByRole('feed').getByRole('article').first()).toBeVisible()
})

test('Two tabs have the same unsaved edits, which outlive a rename', async ({ newVisitor }) => {
  const one = await newVisitor()
  await openNewMember(one, 'shared-edits')
  const two = await one.context().newPage()
  await visit(two, '/home')
  await expect(two.getByRole('article')).toHaveCount(3)
  await removeFirst(one)
  await expect(two.getByRole('article')).toHaveCount(2)
  await removeFirst(two)
  await expect(one.getByRole('article')).toHaveCount(1)
  await one.close()
  await two.reload()
  await expect(two.getByRole('article')).toHaveCount(1)

  await two.request.put('/api/user/username', {
    data: { username: 'shared-edits-renamed' },
  })
  await visit(two, '/home')
  await expect(two.getByRole('article')).toHaveCount(1)
  await expect(save(two)).toBeVisible()
})

test('Undo of a Cancel restores the edits from another page, too', async ({ newVisitor }) => {
  const page = await newVisitor()
  await openNewMember(page, 'undo-elsewhere')
  await removeFirst(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Charts' }).first().click()
  await expect(page.getByRole('tab', { name: 'Most Followed' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await navigate(page, '/home')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(save(page)).toBeVisible()
})

test('Where the browser refuses storage, the landing page works, and edits last as long as the page', async ({
  newVisitor,
}) => {
  const page = await newVisitor()
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Refused', 'SecurityError')
      },
    }),
  )
  await visit(page, '/')
  await expect(page.getByRole('heading', { name: 'What are your seven?' })).toBeVisible()
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
  await openNewMember(page, 'no-storage')
  await removeFirst(page)
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByRole('link', { name: 'Charts' }).first().click()
  await navigate(page, '/home')
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByRole('button', { name: 'Account of no-storage' }).first().click()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL('/login')
})
