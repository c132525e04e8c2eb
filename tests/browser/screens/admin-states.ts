import { respond } from '../mock-responses.ts'
import { menuItem } from '../page-actions.ts'
import { click, dialog, failing, fill, loaded, statesOf, steps } from './screen-state.ts'

/** What administrators see. */
export const adminStates = statesOf('boss', '/radrs', {
  'admin-list': { until: 'Admin' },
  'admin-middle-page': {
    prepare: steps(click('Page 2'), click('Page 3'), click('Page 4'), loaded),
  },
  'admin-none-found': {
    prepare: fill('Search by username', 'nobody'),
    until: 'No results found',
  },
  'admin-hide': {
    prepare: steps(
      fill('Search by username', 'lunar-tapes'),
      loaded,
      click('More about lunar-tapes'),
      page => menuItem(page, 'Hide…').click(),
      dialog,
    ),
    until: 'Hide @lunar-tapes?',
    inWindow: true,
  },
  'admin-hidden': {
    from: '/charts',
    mock: async page => {
      await respond(page, '**/api/admin/radrs*', { users: [hiddenMember], total: 1 })
      await respond(page, '**/api/admin/moderation', moderationActions)
    },
    prepare: page => page.getByText('Moderation log').click(),
    until: /hid @lunar-tapes/,
  },
  'admin-mail': {
    mock: page => respond(page, '**/api/admin/mail', { status: mailStatus }),
    prepare: page => page.getByText('Mail', { exact: true }).click(),
    until: /Sending fails/,
  },
  'admin-error': {
    ...failing('**/api/admin/radrs*', '/charts'),
    until: /Failed to fetch/,
  },
})

const mailStatus =
  'Sending fails since 2026-10-03T10:00:00.000Z: 550 5.4.5 Daily user sending limit exceeded. The next attempt is at 2026-10-03T10:05:00.000Z. Drop mails waiting: 412, put off: 10. Weekly mails waiting: 0. Account mails waiting: 3. Addresses that get no drop mail: 7.'

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
  {
    id: 1,
    admin: 'boss',
    username: null,
    action: 'hide',
    reason: '',
    created_at: '2026-08-12T10:00:00.000Z',
  },
]
