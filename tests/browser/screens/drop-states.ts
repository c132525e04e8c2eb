import { changeResponse, respond } from '../mock-responses.ts'
import { scrollToEnd } from '../page-actions.ts'
import { click, dialog, failing, loading, shareDialog, statesOf, steps } from './screen-state.ts'

const addedTracks = [
  { username: 'suki7', spotify_track_id: '7H71gZwWs3xPWnHM30NDUp', title: 'Mykonos' },
  { username: 'kofi', spotify_track_id: '5BeIxIMY0exSWc7LyPrchH', title: '銀の船' },
  { username: 'ines_b', spotify_track_id: '7H71gZwWs3xPWnHM30NDUp', title: 'Mykonos' },
]

/** Drops as members see them: the feed, the history and one drop. */
export const dropStates = [
  ...statesOf('mira', '/feed', {
    'feed-full': { until: '@kofi' },
    'feed-record': {
      from: '/charts',
      mock: page => changeResponse(page, '**/api/feed/week', { isOver: true }),
      until: 'The record of the week',
    },
    'feed-record-share': {
      from: '/charts',
      mock: page => changeResponse(page, '**/api/feed/week', { isOver: true }),
      prepare: steps(
        page => page.getByText('The record of the week').waitFor(),
        click('Share'),
        shareDialog,
      ),
      until: 'Save picture',
      inWindow: true,
    },
    'feed-end': {
      prepare: page => scrollToEnd(page, page.getByText('No more drops to load')),
    },
    'feed-empty-close': { as: 'nearly', until: 'Close to your seven' },
    'feed-empty': { as: 'newcomer', until: 'Your feed is empty' },
    'feed-added': {
      from: '/charts',
      mock: page => respond(page, '**/api/feed/added-tracks', addedTracks),
      until: /from your Radr/,
    },
    'feed-error': { ...failing('**/api/feed*', '/charts'), until: 'Unable to load feed' },
  }),

  ...statesOf('mira', '/mira/drops', {
    'history-own': { until: 'Your Drops' },
    'history-own-poster': {
      prepare: steps(click('Poster'), shareDialog),
      until: 'All your drops on a poster',
      inWindow: true,
    },
    'history-own-empty': { as: 'newcomer', path: '/newcomer/drops', until: /made any drops/ },
  }),
  ...statesOf('mira', '/kofi/drops', {
    'history-error': {
      ...failing('**/api/users/kofi/drops', '/feed'),
      until: /Failed to load/,
    },
    'history-chart-error': {
      ...failing('**/api/users/kofi/rank-history*', '/feed'),
      until: 'Unable to load how the tracks moved',
    },
  }),

  ...statesOf('mira', '/mira/drops/6', {
    'drop-own': { until: 'without an answer' },
    'drop-followed': { path: '/kofi/drops/9', until: 'Send kofi one song.' },
    'drop-own-songs': {
      mock: page => changeResponse(page, '**/api/drops/6/delivery*', { songs: 4, songsOnHome: 4 }),
      from: '/charts',
      until: /4 songs came back/,
    },
    'drop-own-all-sent': { path: '/mira/drops/5', until: 'All sent' },
    'drop-own-nobody': { as: 'devon', path: '/devon/drops/1', until: /Nobody followed/ },
    'drop-own-sending': {
      mock: page => respond(page, '**/api/drops/6/delivery*', sending),
      until: /Sending/,
    },
    'drop-own-server-away': {
      mock: page => respond(page, '**/api/drops/6/delivery*', { ...sending, serverFailure }),
      until: /taken no mail since/,
    },
    'drop-own-stop': {
      mock: page => respond(page, '**/api/drops/6/delivery*', sending),
      prepare: steps(click('Stop'), dialog),
      inWindow: true,
    },
    'drop-own-loading': loading('**/api/drops/6/delivery*'),
    'drop-own-error': { ...failing('**/api/drops/6/delivery*'), until: /Unable to load/ },
    'drop-own-share': {
      prepare: steps(click('Share'), shareDialog),
      until: /^Share drop #6/,
      inWindow: true,
    },
  }),
]

const serverFailure = {
  since: '2026-10-03T10:00:00.000Z',
  reply: '550 5.4.5 Daily user sending limit exceeded. For more information go to the help page',
}

/** A drop on its way: 1,180 of 2,400 sent, a few deferred. */
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
  stoppedBy: null,
  retryable: 1,
  retryableFailed: 1,
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
  isPurged: false,
}
