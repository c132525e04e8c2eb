import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { FollowingPage } from '../../../src/follows/follows.schemas.ts'
import { fail, mockPush, neverRespond, respond } from '../mock-responses.ts'
import { scrollToEnd } from '../page-actions.ts'
import {
  dialog,
  fill,
  loaded,
  press,
  pressInDialog,
  type ScreenState,
  skeleton,
  steps,
} from './screen-state.ts'

/** The first in the list of followed members has notifications on. */
const notifyOfFirst = (page: Page) =>
  page.route('**/api/follows/following?*', async route => {
    const response = await route.fetch()
    const { following, total }: FollowingPage = await response.json()
    const [first, ...others] = following
    await route.fulfill({
      response,
      json: { following: [{ ...first, push: true }, ...others], total },
    })
  })

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name }).waitFor()

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

const blocked = {
  blocked: [
    { id: 1, username: 'loud-neighbor', email: null, blocked_at: '2026-10-30T12:00:00.000Z' },
    {
      id: 2,
      username: null,
      email: 'a.very.long.address.that.somebody.really.has@letters.example.org',
      blocked_at: '2026-05-02T12:00:00.000Z',
    },
  ],
  total: 2,
}

const hiddenReason = 'The note of drop #4 names a private person and their address.'

const hiddenMember = {
  id: 1,
  username: 'lunar-tapes',
  avatar: null,
  followerCount: 12,
  dropCount: 4,
  lastDropDate: '2026-10-02T10:00:00.000Z',
  created_at: '2026-03-02T10:00:00.000Z',
  hiddenReason,
}

const moderationActions = [
  {
    id: 3,
    admin: 'boss',
    username: 'lunar-tapes',
    action: 'hide',
    reason: hiddenReason,
    created_at: '2026-10-03T10:00:00.000Z',
  },
  {
    id: 2,
    admin: 'boss',
    username: 'ember-noon',
    action: 'show',
    reason: 'The picture was changed.',
    created_at: '2026-09-12T10:00:00.000Z',
  },
]

const sessions = [1, 2, 3].map(id => ({
  id,
  created_at: `2026-0${8 - id}-1${id}T12:00:00.000Z`,
  last_used_at: `2026-09-1${9 - id}T12:00:00.000Z`,
  is_current: id === 1,
}))

const activity = {
  events: [
    { kind: 'email_changed', detail: null },
    { kind: 'follower_blocked', detail: 'loud-neighbor' },
    { kind: 'follower_removed', detail: null },
    { kind: 'followers_exported', detail: null },
    { kind: 'username_changed', detail: 'Wolfeschlegelsteinhausen-Jones' },
    { kind: 'signed_in_on_new_network', detail: null },
  ].map((event, index) => ({
    ...event,
    id: 99 - index,
    created_at: `2026-09-${19 - index}T12:00:00.000Z`,
  })),
  total: 23,
}

/** What members see, but for their own list. */
export const memberStates: ScreenState[] = [
  { name: 'feed-full', as: 'mira', path: '/feed', until: '@kofi' },
  {
    name: 'feed-end',
    as: 'mira',
    path: '/feed',
    prepare: page => scrollToEnd(page, page.getByText('No more drops to load')),
  },
  { name: 'feed-empty-close', as: 'nearly', path: '/feed', until: 'Close to your seven' },
  { name: 'feed-empty', as: 'newcomer', path: '/feed', until: 'Your feed is empty' },
  {
    name: 'feed-error',
    as: 'mira',
    path: '/feed',
    from: '/charts',
    mock: page => fail(page, '**/api/feed*'),
    until: 'Unable to load feed',
  },
  {
    name: 'feed-loading',
    as: 'mira',
    path: '/feed',
    from: '/charts',
    mock: page => neverRespond(page, '**/api/feed*'),
    prepare: skeleton,
  },

  { name: 'history-own', as: 'mira', path: '/mira/drops', until: 'Your Drops' },
  { name: 'history-own-empty', as: 'newcomer', path: '/newcomer/drops', until: /made any drops/ },
  {
    name: 'history-error',
    as: 'mira',
    path: '/kofi/drops',
    from: '/feed',
    mock: page => fail(page, '**/api/users/kofi/drops'),
    until: /Failed to load/,
  },
  {
    name: 'history-chart-error',
    as: 'mira',
    path: '/kofi/drops',
    from: '/feed',
    mock: page => fail(page, '**/api/users/kofi/rank-history*'),
    until: 'Unable to load how the tracks moved',
  },
  {
    name: 'history-chart-loading',
    as: 'mira',
    path: '/kofi/drops',
    from: '/feed',
    mock: page => neverRespond(page, '**/api/users/kofi/rank-history*'),
    prepare: skeleton,
  },

  { name: 'drop-own', as: 'mira', path: '/mira/drops/6', until: 'without an answer' },
  { name: 'drop-own-all-sent', as: 'mira', path: '/mira/drops/5', until: 'All sent' },
  {
    name: 'drop-own-sending',
    as: 'mira',
    path: '/mira/drops/6',
    mock: page => respond(page, '**/api/drops/6/delivery*', sending),
    until: /Sending/,
  },
  {
    name: 'drop-own-stop',
    as: 'mira',
    path: '/mira/drops/6',
    mock: page => respond(page, '**/api/drops/6/delivery*', sending),
    prepare: steps(press('Stop'), dialog),
    inWindow: true,
  },
  {
    name: 'drop-own-loading',
    as: 'mira',
    path: '/mira/drops/6',
    mock: page => neverRespond(page, '**/api/drops/6/delivery*'),
    prepare: skeleton,
  },
  {
    name: 'drop-own-error',
    as: 'mira',
    path: '/mira/drops/6',
    mock: page => fail(page, '**/api/drops/6/delivery*'),
    until: /Unable to load/,
  },
  { name: 'drop-own-nobody', as: 'devon', path: '/devon/drops/1', until: /Nobody followed/ },

  { name: 'profile-following', as: 'mira', path: '/kofi', until: 'Following' },
  { name: 'profile-shared', as: 'mira', path: '/delta-walker', until: /You share/ },
  { name: 'profile-own', as: 'mira', path: '/mira', until: 'TOP TRACK' },
  { name: 'profile-dev', as: 'devon', path: '/haruka', until: 'TOP TRACK' },
  {
    name: 'profile-unfollow',
    as: 'mira',
    path: '/kofi',
    prepare: steps(press('Following'), dialog),
    inWindow: true,
  },
  {
    name: 'profile-just-followed',
    as: 'solo',
    path: '/kofi',
    prepare: press('Follow'),
    until: 'Now following!',
  },

  { name: 'following-list', as: 'mira', path: '/following', until: '@kofi' },
  {
    name: 'following-notified',
    as: 'mira',
    path: '/following',
    from: '/charts',
    mock: notifyOfFirst,
    prepare: press('More about'),
    until: 'Stop notifications',
    inWindow: true,
  },
  { name: 'following-empty', as: 'newcomer', path: '/following', until: /following any/ },
  { name: 'followers-list', as: 'mira', path: '/followers', until: /fan\.no/ },
  {
    name: 'followers-menu',
    as: 'mira',
    path: '/followers',
    inWindow: true,
    prepare: press(/^More about @/),
    until: 'Remove follower',
  },
  {
    name: 'followers-block-dialog',
    as: 'mira',
    path: '/followers',
    inWindow: true,
    prepare: steps(
      press(/^More about @/),
      page => page.getByRole('menuitem', { name: 'Block' }).click(),
      dialog,
    ),
  },
  {
    name: 'followers-blocked',
    as: 'mira',
    path: '/followers',
    inWindow: true,
    mock: page => respond(page, '**/api/blocked-followers*', blocked),
    prepare: steps(press('Blocked people'), dialog),
    until: '@loud-neighbor',
  },
  {
    name: 'followers-none-blocked',
    as: 'mira',
    path: '/followers',
    inWindow: true,
    prepare: steps(press('Blocked people'), dialog),
    until: 'You have not blocked anyone.',
  },
  { name: 'followers-empty', as: 'newcomer', path: '/followers', until: /followers yet/ },
  { name: 'people-following', as: 'mira', path: '/people', until: '@kofi' },
  { name: 'people-followers', as: 'mira', path: '/people#followers', until: /fan\.no/ },
  {
    name: 'people-followers-empty',
    as: 'newcomer',
    path: '/people#followers',
    until: 'No followers yet',
  },
  {
    name: 'people-none-found',
    as: 'mira',
    path: '/people',
    prepare: fill('Search by username', 'nobody'),
    until: 'No results found',
  },
  {
    name: 'people-none-fit',
    as: 'mira',
    path: '/people#followers',
    prepare: fill('Search by email', 'nobody'),
    until: 'No followers match your criteria',
  },
  {
    name: 'people-menu',
    as: 'mira',
    path: '/people',
    prepare: press('More about kofi'),
    until: 'Unfollow',
    inWindow: true,
  },
  {
    name: 'people-unfollow',
    as: 'mira',
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
    as: 'mira',
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
    as: 'mira',
    path: '/people',
    from: '/charts',
    mock: page => neverRespond(page, '**/api/follows/following?*'),
    prepare: skeleton,
  },
  {
    name: 'people-error',
    as: 'mira',
    path: '/people#followers',
    from: '/charts',
    mock: page => fail(page, '**/api/followers*'),
    until: /Failed to load your followers/,
  },

  { name: 'settings-plain', as: 'mira', path: '/settings', until: 'Save Changes' },
  { name: 'settings-unproven', as: 'newcomer', path: '/settings', until: 'Not confirmed' },
  {
    name: 'settings-errors',
    as: 'mira',
    path: '/settings',
    prepare: steps(
      fill('Username', 'm!'),
      fill('Spotify profile URL', 'https://example.com/me'),
      press('Save Changes'),
    ),
    until: /at least 3 characters/,
  },
  {
    name: 'settings-activity',
    as: 'mira',
    path: '/settings',
    from: '/charts',
    mock: async page => {
      await respond(page, '**/api/user/sessions', { sessions })
      await respond(page, '**/api/user/activity*', activity)
    },
    until: 'Blocked @loud-neighbor',
  },
  {
    name: 'settings-activity-error',
    as: 'mira',
    path: '/settings',
    from: '/charts',
    mock: async page => {
      await fail(page, '**/api/user/sessions')
      await fail(page, '**/api/user/activity*')
    },
    until: /Failed to load what happened/,
  },
  {
    name: 'settings-delete',
    as: 'mira',
    path: '/settings',
    inWindow: true,
    prepare: steps(press('Delete account…'), dialog),
  },
  {
    name: 'settings-change-email',
    as: 'mira',
    path: '/settings',
    inWindow: true,
    prepare: steps(press('Change email…'), dialog, pressInDialog('Send link')),
    until: 'Password is required',
  },
  ...(['off', 'on', 'blocked', 'unsupported'] as const).map(state => ({
    name: `settings-notifications-${state}`,
    as: 'mira',
    path: '/settings',
    mock: (page: Page) => mockPush(page, state),
    until: { off: /^Off\./, on: /^On\./, blocked: /^Blocked/, unsupported: /^This browser/ }[state],
  })),
  { name: 'settings-crop', as: 'mira', path: '/settings', prepare: cropPicture, inWindow: true },

  { name: 'import-plain', as: 'mira', path: '/settings/import', until: 'Comes along' },
  {
    name: 'import-error',
    as: 'mira',
    path: '/settings/import',
    prepare: steps(chooseFile, press('Import')),
    until: 'is not a zip file',
  },
  {
    name: 'import-list',
    as: 'mira',
    path: '/settings/import',
    mock: page => respond(page, '**/api/user/archive*', { code: 'list_not_empty' }, 409),
    prepare: steps(chooseFile, press('Import'), dialog),
    inWindow: true,
  },
  {
    name: 'import-done',
    as: 'mira',
    path: '/settings/import',
    mock: page =>
      respond(page, '**/api/user/archive*', {
        tracks: 7,
        drops: 12,
        avatar: true,
        streamingProfile: true,
      }),
    prepare: steps(chooseFile, press('Import')),
    until: '12 drops in your history',
  },

  { name: 'admin-list', as: 'boss', path: '/radrs', until: 'Admin' },
  {
    name: 'admin-middle-page',
    as: 'boss',
    path: '/radrs',
    prepare: steps(press('Page 2'), press('Page 3'), press('Page 4'), loaded),
  },
  {
    name: 'admin-none-found',
    as: 'boss',
    path: '/radrs',
    prepare: fill('Search by username', 'nobody'),
    until: 'No results found',
  },
  {
    name: 'admin-hide',
    as: 'boss',
    path: '/radrs',
    prepare: steps(
      fill('Search by username', 'lunar-tapes'),
      loaded,
      press('More about lunar-tapes'),
      page => page.getByRole('menuitem', { name: 'Hide…' }).click(),
      dialog,
    ),
    until: 'Hide @lunar-tapes?',
    inWindow: true,
  },
  {
    name: 'admin-hidden',
    as: 'boss',
    path: '/radrs',
    from: '/charts',
    mock: async page => {
      await respond(page, '**/api/admin/radrs*', { users: [hiddenMember], total: 1 })
      await respond(page, '**/api/admin/moderation', moderationActions)
    },
    prepare: page => page.getByText('Moderation log').click(),
    until: /hid @lunar-tapes/,
  },
  {
    name: 'admin-error',
    as: 'boss',
    path: '/radrs',
    from: '/charts',
    mock: page => fail(page, '**/api/admin/radrs*'),
    until: /Failed to fetch/,
  },
  { name: 'charts-member', as: 'mira', path: '/charts', prepare: heading('Charts') },
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

async function chooseFile(page: Page) {
  const file = { name: 'radr-mira.zip', mimeType: 'application/zip', buffer: Buffer.from('Hello') }
  await page.getByLabel('Your zip file').setInputFiles(file)
}
