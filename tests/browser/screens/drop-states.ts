import { fail, neverRespond, respond } from '../mock-responses.ts'
import { scrollToEnd } from '../page-actions.ts'
import { dialog, press, type ScreenState, skeleton, steps } from './screen-state.ts'

const addedTracks = [
  { username: 'suki7', spotify_track_id: '7H71gZwWs3xPWnHM30NDUp', title: 'Mykonos' },
  { username: 'kofi', spotify_track_id: '5BeIxIMY0exSWc7LyPrchH', title: '銀の船' },
  { username: 'ines_b', spotify_track_id: '7H71gZwWs3xPWnHM30NDUp', title: 'Mykonos' },
]

/** Drops as members see them: the feed, the history and one drop. */
export const dropStates: ScreenState[] = [
  { name: 'feed-full', as: 'mira', path: '/feed', until: '@kofi' },
  {
    name: 'feed-end',
    as: 'mira',
    path: '/feed',
    prepare: page => scrollToEnd(page, page.getByText('No more drops to load')),
  },
  {
    name: 'feed-added',
    as: 'mira',
    path: '/feed',
    from: '/charts',
    mock: page => respond(page, '**/api/feed/added-tracks', addedTracks),
    until: /from your Radr/,
  },
  { name: 'week-full', as: 'mira', path: '/feed/week', until: /Drop #/ },
  {
    name: 'week-playing',
    as: 'mira',
    path: '/feed/week',
    prepare: press('Play Number ones of the week'),
    until: /1 of/,
    inWindow: true,
  },
  { name: 'week-empty', as: 'newcomer', path: '/feed/week', until: /has dropped this week/ },
  {
    name: 'week-loading',
    as: 'mira',
    path: '/feed/week',
    from: '/charts',
    mock: page => neverRespond(page, '**/api/feed/week'),
    prepare: skeleton,
  },
  {
    name: 'week-error',
    as: 'mira',
    path: '/feed/week',
    from: '/charts',
    mock: page => fail(page, '**/api/feed/week'),
    until: 'Unable to load the number ones of the week',
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
  {
    name: 'history-own-poster',
    as: 'mira',
    path: '/mira/drops',
    prepare: steps(press('Poster'), dialog),
    until: 'All your drops on a poster',
    inWindow: true,
  },
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
  {
    name: 'drop-own-share',
    as: 'mira',
    path: '/mira/drops/6',
    prepare: steps(press('Share'), dialog),
    until: /^Drop #6 is out to/,
    inWindow: true,
  },
  { name: 'drop-own-nobody', as: 'devon', path: '/devon/drops/1', until: /Nobody followed/ },
]

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
