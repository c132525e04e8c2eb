import type { Page } from '@playwright/test'
import type { FollowingPage } from '../../../src/follows/follows.schemas.ts'
import { fail, neverRespond, respond } from '../mock-responses.ts'
import { dialog, fill, press, type ScreenState, skeleton, steps } from './screen-state.ts'

/** Other members as a member sees them: profiles, charts, and the lists of followed members and followers. */
export const peopleStates: ScreenState[] = [
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
  {
    name: 'charts-member',
    as: 'mira',
    path: '/charts',
    prepare: page => page.getByRole('heading', { name: 'Charts' }).waitFor(),
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
