import { fail, neverRespond, respond } from '../mock-responses.ts'
import {
  choose,
  dialog,
  fill,
  press,
  pressInDialog,
  type ScreenState,
  skeleton,
  steps,
} from './screen-state.ts'

const missing = '/nobody-by-this-name'
const sharedTrack = '/tracks/1DzMkx08Zq6aDDhsRDVnPb'
const goneTrack = '/tracks/3vqINomEEpyG7nlUfqbd49'

const triedLinks = ['65UOmhzHI1X3XQ5UJmlRDe', '17IZCetcl6DzlIR1RnIGAn', '0GiepUHAIfTH1WzpHqtVXT']
  .map(id => `https://open.spotify.com/track/${id}`)
  .join('\n')

/** What people without an account see. */
export const visitorStates: ScreenState[] = [
  { name: 'landing-plain', path: '/', until: 'What are your seven?' },
  {
    name: 'landing-tried',
    path: '/',
    prepare: steps(
      press(/Add your #1 track/),
      dialog,
      fill('Spotify track link', triedLinks),
      pressInDialog('Add 3 tracks'),
    ),
    until: /Add a track/,
  },
  { name: 'not-found-plain', path: '/a/b/c/d', until: '404 Page Not Found' },

  { name: 'login-sign-in', path: '/login' },
  { name: 'login-create', path: '/login', prepare: choose('Create Account') },
  {
    name: 'login-errors',
    path: '/login',
    prepare: steps(fill('Email', 'mira@mail.test'), fill('Password', 'not it'), press('Sign In')),
    until: /Invalid login credentials/,
  },
  {
    name: 'login-create-errors',
    path: '/login',
    prepare: steps(
      choose('Create Account'),
      fill('Username', 'kofi'),
      fill('Email', 'mira'),
      fill('Password', 'short'),
      fill('Confirm Password', 'shirt'),
      page => page.getByText('This username is already taken').waitFor(),
      page => page.getByLabel('Confirm Password', { exact: true }).press('Enter'),
    ),
  },
  {
    name: 'login-forgot',
    path: '/login',
    prepare: steps(press('Forgot password?'), dialog),
    inWindow: true,
  },
  {
    name: 'login-forgot-wrong',
    path: '/login',
    prepare: steps(press('Forgot password?'), dialog, pressInDialog('Send reset link')),
    until: 'Please enter a valid email address',
    inWindow: true,
  },

  { name: 'reset-form', path: ({ reset }) => `/reset-password?token=${reset}`, until: 'Choose' },
  {
    name: 'reset-invalid',
    path: '/reset-password?token=invented',
    until: /invalid or has expired/,
  },
  {
    name: 'reset-errors',
    path: ({ reset }) => `/reset-password?token=${reset}`,
    prepare: steps(
      fill('New Password', 'short'),
      fill('Confirm Password', 'shirt'),
      press('Reset Password'),
    ),
    until: /at least 8 characters/,
  },
  {
    name: 'reset-success',
    path: ({ reset }) => `/reset-password?token=${reset}`,
    // Does not go on to the login: the picture takes longer than its 3 seconds.
    mock: page =>
      page.addInitScript(
        'const wait = setTimeout; window.setTimeout = (run, ms, ...rest) => ms === 3000 ? 0 : wait(run, ms, ...rest)',
      ),
    prepare: steps(
      fill('New Password', 'correct horse'),
      fill('Confirm Password', 'correct horse'),
      press('Reset Password'),
    ),
    until: 'Login Now',
  },

  { name: 'track-full', path: sharedTrack, until: 'Who has it now' },
  { name: 'track-favorite', path: '/tracks/3nvuPQTw2zuFAVuLsC9IYQ', until: 'More who have it' },
  { name: 'track-gone', path: goneTrack, until: 'No longer on Spotify' },
  {
    name: 'track-on-no-list',
    path: sharedTrack,
    from: '/',
    mock: page => respond(page, '**/api/tracks/*/lists*', { lists: [], next: null }),
    until: /It is on no Radr/,
  },
  {
    name: 'track-loading',
    path: sharedTrack,
    from: '/',
    mock: page => neverRespond(page, '**/api/tracks/*'),
    prepare: skeleton,
  },
  {
    name: 'track-error',
    path: sharedTrack,
    from: '/',
    mock: page => fail(page, '**/api/tracks/*'),
    until: 'Unable to load this track',
  },
  { name: 'track-not-found', path: '/tracks/never-heard-of', until: 'Track Not Found' },

  { name: 'charts-most-followed', path: '/charts', until: '@kofi' },
  { name: 'charts-trending', path: '/charts#trending-tracks', until: /^TOP TRACK$/ },
  { name: 'charts-all-timers', path: '/charts#most-dropped', until: /^MOST DROPPED$/ },
  {
    name: 'charts-empty',
    path: '/charts#trending-tracks',
    mock: page => respond(page, '**/api/charts/top-tracks', []),
    until: /No tracks found/,
  },
  {
    name: 'charts-loading',
    path: '/charts',
    from: '/',
    mock: page => neverRespond(page, '**/api/charts/top-users'),
    prepare: skeleton,
  },
  {
    name: 'charts-loading-tracks',
    path: '/charts#trending-tracks',
    mock: page => neverRespond(page, '**/api/charts/top-tracks'),
    prepare: skeleton,
  },
  {
    name: 'charts-error',
    path: '/charts#most-dropped',
    mock: page => fail(page, '**/api/charts/most-dropped'),
    until: /Error loading most dropped tracks/,
  },

  { name: 'profile-seven', path: '/kofi', until: 'TOP TRACK' },
  { name: 'profile-five', path: '/ines_b', until: 'TOP TRACK' },
  { name: 'profile-three', path: '/Tomasz', until: 'TOP TRACK' },
  { name: 'profile-two', path: '/lea', until: 'TOP TRACK' },
  { name: 'profile-one', path: '/solo', until: 'TOP TRACK' },
  { name: 'profile-long-name', path: '/Wolfeschlegelsteinhausen-Jones', until: 'TOP TRACK' },
  { name: 'profile-none', path: '/newcomer', until: /no tracks/ },
  { name: 'profile-missing', path: missing, until: 'Profile Not Found' },
  {
    name: 'profile-share',
    path: '/kofi',
    prepare: steps(press('Share'), dialog),
    until: 'Save picture',
    inWindow: true,
  },
  {
    name: 'profile-follow-by-email',
    path: '/kofi',
    prepare: steps(
      press('Follow'),
      dialog,
      fill('Email', 'not an address'),
      pressInDialog('Follow'),
    ),
    until: 'Invalid email address',
    inWindow: true,
  },
  {
    name: 'profile-asked-to-confirm',
    path: '/haruka',
    prepare: steps(
      press('Follow'),
      dialog,
      fill('Email', 'new@post.test'),
      pressInDialog('Follow'),
    ),
    until: /Check your email to confirm/,
    inWindow: true,
  },
  {
    name: 'profile-loading',
    path: '/kofi',
    from: '/charts',
    mock: page => neverRespond(page, '**/api/profile/*'),
    prepare: skeleton,
  },
  {
    name: 'profile-error',
    path: '/kofi',
    from: '/charts',
    mock: page => fail(page, '**/api/profile/*'),
    until: 'Unable to load this Radr',
  },

  { name: 'drop-seven', path: '/kofi/drops/9', until: 'Drop #9' },
  { name: 'drop-one', path: '/solo/drops/1', until: 'Drop #1' },
  { name: 'drop-missing', path: '/kofi/drops/99', until: 'Drop Not Found' },
  { name: 'history-other', path: '/kofi/drops', until: 'Drop #9' },
  { name: 'history-older', path: '/kofi/drops?before=5', until: 'Newest drops' },
  {
    name: 'history-table',
    path: '/kofi/drops',
    prepare: page => page.getByText('Show as a table').click(),
    until: '#9',
  },
  {
    name: 'history-line',
    path: '/kofi/drops',
    prepare: page => page.getByRole('img', { name: /9 drops, peak 1/ }).focus(),
    inWindow: true,
  },
  { name: 'history-other-empty', path: '/quiet-one/drops', until: /made any drops yet/ },
  { name: 'feed-signed-out', path: '/feed', until: 'Sign in to see your feed' },

  { name: 'confirm-follow-ask', path: ({ follow }) => `/follow/confirm?token=${follow}` },
  {
    name: 'confirm-follow-done',
    path: ({ follow }) => `/follow/confirm?token=${follow}`,
    prepare: press('Confirm follow'),
    until: 'You follow @mira',
  },
  {
    name: 'confirm-follow-failed',
    path: '/follow/confirm?token=invented',
    prepare: press('Confirm follow'),
    until: 'This link does not work',
  },
  { name: 'unsubscribe-ask', path: ({ unsubscribe }) => `/unsubscribe?token=${unsubscribe}` },
  {
    name: 'unsubscribe-done',
    path: ({ unsubscribe }) => `/unsubscribe?token=${unsubscribe}`,
    prepare: press('Stop @mira'),
    until: 'No more mail',
  },
  {
    name: 'mail-choices-ask',
    path: ({ choices }) => `/mail-choices?token=${choices}`,
    until: 'Save',
  },
  {
    name: 'mail-choices-saved',
    path: ({ choices }) => `/mail-choices?token=${choices}`,
    prepare: press('Save'),
    until: /^Saved\./,
  },
  {
    name: 'mail-choices-failed',
    path: '/mail-choices?token=invented',
    until: 'This link does not work',
  },
  { name: 'confirm-email-ask', path: ({ email }) => `/email/confirm?token=${email}` },
  { name: 'change-email-ask', path: '/email/change?token=any' },
  { name: 'change-email-done', path: '/email/change?done=1&name=mira' },
  { name: 'change-email-failed', path: '/email/change?failed=1' },
  { name: 'undo-email-ask', path: '/email/undo?token=any' },
  { name: 'undo-email-done', path: '/email/undo?done=1&name=mira' },
  { name: 'undo-email-failed', path: '/email/undo?failed=1' },
  {
    name: 'confirm-email-done',
    path: ({ email }) => `/email/confirm?token=${email}`,
    prepare: press('Confirm address'),
    until: 'Your address is confirmed',
  },
]
