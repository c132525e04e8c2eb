import type { Page } from 'playwright-core'
import sharp from 'sharp'
import {
  answer,
  dialog,
  fail,
  fill,
  hang,
  press,
  pressInDialog,
  type Shot,
  steps,
} from './screens-visit.ts'

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name }).waitFor()
const skeleton = (page: Page) => page.locator('.skeleton').first().waitFor()

/** A drop on its way: 1,180 of 2,400 sent, a few put off. */
const sending = {
  states: {
    pending: 1206,
    sending: 10,
    sent: 1180,
    retry: 3,
    failed: 1,
    skipped: 0,
    unknown: 0,
    audience: 2400,
  },
  isRunning: true,
  stoppedAt: null,
  retryable: 1,
  undelivered: [
    {
      id: 1,
      email: 'strict@letters.example.org',
      username: null,
      state: 'failed',
      reason: 'Their mail provider refused it by its own rules.',
    },
  ],
  total: 1,
}

/** What members see, but for their own list. */
export const memberShots: Shot[] = [
  { name: 'feed-full', who: 'mira', path: '/feed', until: '@kofi' },
  {
    name: 'feed-end',
    who: 'mira',
    path: '/feed',
    prepare: async page => {
      const end = page.getByText('No more drops to load')
      while (!(await end.isVisible())) {
        await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
        await page.waitForTimeout(50)
      }
    },
  },
  { name: 'feed-empty', who: 'newcomer', path: '/feed', until: 'Your feed is empty' },
  {
    name: 'feed-error',
    who: 'mira',
    path: '/feed',
    from: '/charts',
    before: fail('**/api/feed*'),
    until: 'Unable to load feed',
  },
  {
    name: 'feed-loading',
    who: 'mira',
    path: '/feed',
    from: '/charts',
    before: hang('**/api/feed*'),
    prepare: skeleton,
  },

  { name: 'history-own', who: 'mira', path: '/mira/drops', until: 'Your Drops' },
  { name: 'history-own-empty', who: 'newcomer', path: '/newcomer/drops', until: /made any drops/ },
  {
    name: 'history-error',
    who: 'mira',
    path: '/kofi/drops',
    from: '/feed',
    before: fail('**/api/users/kofi/drops'),
    until: /Failed to load/,
  },

  { name: 'drop-own', who: 'mira', path: '/mira/drops/6', until: 'without an answer' },
  { name: 'drop-own-all-sent', who: 'mira', path: '/mira/drops/5', until: 'All sent' },
  {
    name: 'drop-own-sending',
    who: 'mira',
    path: '/mira/drops/6',
    before: answer('**/api/drops/6/delivery*', sending),
    until: /Sending/,
  },
  {
    name: 'drop-own-stop',
    who: 'mira',
    path: '/mira/drops/6',
    before: answer('**/api/drops/6/delivery*', sending),
    prepare: steps(press('Stop'), dialog),
    inWindow: true,
  },
  {
    name: 'drop-own-loading',
    who: 'mira',
    path: '/mira/drops/6',
    before: hang('**/api/drops/6/delivery*'),
    prepare: skeleton,
  },
  {
    name: 'drop-own-error',
    who: 'mira',
    path: '/mira/drops/6',
    before: fail('**/api/drops/6/delivery*'),
    until: /Unable to load/,
  },
  { name: 'drop-own-nobody', who: 'devon', path: '/devon/drops/1', until: /Nobody followed/ },

  { name: 'profile-following', who: 'mira', path: '/kofi', until: 'Following' },
  { name: 'profile-own', who: 'mira', path: '/mira', until: 'TOP TRACK' },
  { name: 'profile-dev', who: 'devon', path: '/haruka', until: 'TOP TRACK' },
  {
    name: 'profile-unfollow',
    who: 'mira',
    path: '/kofi',
    prepare: steps(press('Following'), dialog),
    inWindow: true,
  },
  {
    name: 'profile-just-followed',
    who: 'solo',
    path: '/kofi',
    prepare: press('Follow'),
    until: 'Now following!',
  },

  { name: 'following-list', who: 'mira', path: '/following', until: '@kofi' },
  { name: 'following-empty', who: 'newcomer', path: '/following', until: /following any/ },
  { name: 'followers-list', who: 'mira', path: '/followers', until: /fan\.no/ },
  { name: 'followers-empty', who: 'newcomer', path: '/followers', until: /followers yet/ },
  { name: 'people-following', who: 'mira', path: '/people', until: '@kofi' },
  { name: 'people-followers', who: 'mira', path: '/people#followers', until: /fan\.no/ },
  {
    name: 'people-followers-empty',
    who: 'newcomer',
    path: '/people#followers',
    until: 'No followers yet',
  },
  {
    name: 'people-none-found',
    who: 'mira',
    path: '/people',
    prepare: fill('Search by username', 'nobody'),
    until: 'No results found',
  },
  {
    name: 'people-none-fit',
    who: 'mira',
    path: '/people#followers',
    prepare: fill('Search by email', 'nobody'),
    until: 'No followers match your criteria',
  },
  {
    name: 'people-menu',
    who: 'mira',
    path: '/people',
    prepare: press('More about kofi'),
    until: 'Unfollow',
    inWindow: true,
  },
  {
    name: 'people-unfollow',
    who: 'mira',
    path: '/people',
    prepare: steps(
      press('More about kofi'),
      page => page.getByRole('menuitem', { name: 'Unfollow' }).click(),
      dialog,
    ),
    inWindow: true,
  },
  {
    name: 'people-unfollowed',
    who: 'mira',
    path: '/people',
    prepare: steps(
      press('More about zed'),
      page => page.getByRole('menuitem', { name: 'Unfollow' }).click(),
      dialog,
      pressInDialog('Unfollow'),
    ),
    until: 'Follow again',
  },
  {
    name: 'people-loading',
    who: 'mira',
    path: '/people',
    from: '/charts',
    before: hang('**/api/follows/following'),
    prepare: skeleton,
  },
  {
    name: 'people-error',
    who: 'mira',
    path: '/people#followers',
    from: '/charts',
    before: fail('**/api/followers*'),
    until: /Failed to load your followers/,
  },

  { name: 'settings-plain', who: 'mira', path: '/settings', until: 'Save Changes' },
  { name: 'settings-unproven', who: 'newcomer', path: '/settings', until: 'Not confirmed' },
  {
    name: 'settings-errors',
    who: 'mira',
    path: '/settings',
    prepare: steps(
      fill('Username', 'm!'),
      fill('Spotify profile URL', 'https://example.com/me'),
      press('Save Changes'),
    ),
    until: /at least 3 characters/,
  },
  { name: 'settings-crop', who: 'mira', path: '/settings', prepare: cropPicture, inWindow: true },

  { name: 'admin-list', who: 'boss', path: '/radrs', until: 'Admin' },
  {
    name: 'admin-middle-page',
    who: 'boss',
    path: '/radrs',
    prepare: steps(press('Page 2'), press('Page 3'), press('Page 4')),
    until: /31/,
  },
  {
    name: 'admin-none-found',
    who: 'boss',
    path: '/radrs',
    prepare: fill('Search by username', 'nobody'),
    until: 'No results found',
  },
  {
    name: 'admin-error',
    who: 'boss',
    path: '/radrs',
    from: '/charts',
    before: fail('**/api/admin/radrs*'),
    until: /Failed to fetch/,
  },
  { name: 'charts-member', who: 'mira', path: '/charts', prepare: heading('Charts') },
]

async function cropPicture(page: Page) {
  const buffer = await sharp({
    create: { width: 900, height: 600, channels: 3, background: '#3f8f7a' },
  })
    .png()
    .toBuffer()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await dialog(page)
}
