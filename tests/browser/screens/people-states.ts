import type { Page } from '@playwright/test'
import type { FollowingPage } from '../../../src/follows/follows.schemas.ts'
import { respond } from '../mock-responses.ts'
import { menuItem } from '../page-actions.ts'
import { click, dialog, failing, fill, statesOf, steps } from './screen-state.ts'

/** Other members as a member sees them: profiles, charts, and the lists of followed members and followers. */
export const peopleStates = [
  ...statesOf('mira', '/kofi', {
    'profile-following': { until: 'Following' },
    'profile-shared': { path: '/delta-walker', until: /You share/ },
    'profile-own': { path: '/mira', until: 'TOP TRACK' },
    'profile-dev': { as: 'devon', path: '/haruka', until: 'TOP TRACK' },
    'profile-unfollow': { prepare: steps(click('Following'), dialog), inWindow: true },
    'profile-just-followed': { as: 'solo', prepare: click('Follow'), until: 'Now following!' },
    'charts-member': {
      path: '/charts',
      prepare: page => page.getByRole('heading', { name: 'Charts' }).waitFor(),
    },
  }),

  ...statesOf('mira', '/following', {
    'following-list': { until: '@kofi' },
    'following-notified': {
      from: '/charts',
      mock: notifyOfFirst,
      prepare: click('More about'),
      until: 'Stop notifications',
      inWindow: true,
    },
    'following-empty': { as: 'newcomer', until: /following any/ },
  }),

  ...statesOf('mira', '/followers', {
    'followers-list': { until: /fan\.no/ },
    'followers-empty': { as: 'newcomer', until: /followers yet/ },
    'followers-menu': {
      prepare: click(/^More about @/),
      until: 'Remove follower',
      inWindow: true,
    },
    'followers-block-dialog': {
      inWindow: true,
      prepare: steps(click(/^More about @/), page => menuItem(page, 'Block').click(), dialog),
    },
    'followers-blocked': {
      inWindow: true,
      mock: page => respond(page, '**/api/blocked-followers*', blocked),
      prepare: steps(click('Blocked people'), dialog),
      until: '@loud-neighbor',
    },
    'followers-none-blocked': {
      inWindow: true,
      prepare: steps(click('Blocked people'), dialog),
      until: 'You have not blocked anyone.',
    },
  }),

  ...statesOf('mira', '/people', {
    'people-following': { until: '@kofi' },
    'people-empty': { as: 'newcomer', until: /following any/ },
    'people-none-found': {
      prepare: fill('Search by username', 'nobody'),
      until: 'No results found',
    },
    'people-menu': { prepare: click('More about kofi'), until: 'Unfollow', inWindow: true },
  }),
  ...statesOf('mira', '/people#followers', {
    'people-followers': { until: /fan\.no/ },
    'people-followers-empty': { as: 'newcomer', until: 'No followers yet' },
    'people-none-fit': {
      prepare: fill('Search by email', 'nobody'),
      until: 'No followers match your criteria',
    },
    'people-error': {
      ...failing('**/api/followers*', '/charts'),
      until: /Failed to load your followers/,
    },
  }),
]

/** The first in the list of followed members has notifications on. */
function notifyOfFirst(page: Page) {
  return page.route('**/api/follows/following?*', async route => {
    const response = await route.fetch()
    const { following, total }: FollowingPage = await response.json()
    const [first, ...others] = following
    await route.fulfill({
      response,
      json: { following: [{ ...first, push: true }, ...others], total },
    })
  })
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
