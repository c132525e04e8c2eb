import { respond } from '../mock-responses.ts'
import {
  choose,
  click,
  clickInDialog,
  dialog,
  failing,
  fill,
  loading,
  shareDialog,
  statesOf,
  steps,
  trackLink,
  unknownTrack,
  visitor,
} from './screen-state.ts'

const triedIds = ['65UOmhzHI1X3XQ5UJmlRDe', '17IZCetcl6DzlIR1RnIGAn', '0GiepUHAIfTH1WzpHqtVXT']
const triedLinks = triedIds.map(trackLink)

const songsRefused = {
  problem: '@mira takes no songs for now. You still get their drops.',
  code: 'songs_refused',
}

const sharedTrack = '/tracks/1DzMkx08Zq6aDDhsRDVnPb'

const requestFollow = (email: string) =>
  steps(click('Follow'), dialog, fill('Email', email), clickInDialog('Follow'))

/** What people without an account see. */
export const visitorStates = [
  ...statesOf(visitor, '/', {
    'landing-plain': { until: 'What are your seven?' },
    'landing-tried': {
      prepare: fill('Spotify track link', triedLinks.join(' ')),
      until: 'Put your name on it',
    },
    'landing-naming': {
      prepare: steps(
        fill('Spotify track link', triedLinks.join(' ')),
        click('Put your name on it'),
      ),
      until: 'Create Account',
    },
    'landing-shared': {
      path: `/#seven=${triedIds.join('.')}`,
      until: 'What are yours?',
    },
    'not-found-plain': { path: '/a/b/c/d', until: '404 Page Not Found' },
  }),

  ...statesOf(visitor, '/login', {
    'login-sign-in': {},
    'login-create': { prepare: choose('Create Account') },
    'login-friend': { path: '/login?from=kofi#create-account', until: 'Confirm Password' },
    'login-errors': {
      prepare: steps(fill('Email', 'mira@mail.test'), fill('Password', 'not it'), click('Sign In')),
      until: /Invalid login credentials/,
    },
    'login-create-errors': {
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
    'login-forgot': { prepare: steps(click('Forgot password?'), dialog), inWindow: true },
    'login-forgot-wrong': {
      prepare: steps(click('Forgot password?'), dialog, clickInDialog('Send reset link')),
      until: 'Please enter a valid email address',
      inWindow: true,
    },
  }),

  ...statesOf(visitor, ({ reset }) => `/reset-password?token=${reset}`, {
    'reset-form': { until: 'Choose' },
    'reset-invalid': { path: '/reset-password?token=invented', until: /invalid or has expired/ },
    'reset-errors': {
      prepare: steps(
        fill('New Password', 'short'),
        fill('Confirm Password', 'shirt'),
        click('Reset Password'),
      ),
      until: /at least 8 characters/,
    },
    'reset-success': {
      // The page must not go on to the login: the picture takes longer than its 3 seconds.
      mock: page =>
        page.addInitScript(
          'const wait = setTimeout; window.setTimeout = (run, ms, ...rest) => ms === 3000 ? 0 : wait(run, ms, ...rest)',
        ),
      prepare: steps(
        fill('New Password', 'correct horse'),
        fill('Confirm Password', 'correct horse'),
        click('Reset Password'),
      ),
      until: 'Login Now',
    },
  }),

  ...statesOf(visitor, sharedTrack, {
    'track-full': { until: 'Who has it now' },
    'track-favorite': { path: '/tracks/3nvuPQTw2zuFAVuLsC9IYQ', until: 'More who have it' },
    'track-gone': { path: '/tracks/3vqINomEEpyG7nlUfqbd49', until: 'No longer on Spotify' },
    'track-not-found': { path: '/tracks/never-heard-of', until: 'Track Not Found' },
    'track-on-no-list': {
      from: '/',
      mock: page => respond(page, '**/api/tracks/*/lists*', { lists: [], next: null }),
      until: 'Nobody has it right now',
    },
    'track-error': { ...failing('**/api/tracks/*', '/'), until: 'Unable to load this track' },
  }),

  ...statesOf(visitor, '/charts', {
    'charts-most-followed': { until: '@kofi' },
    'charts-trending': { path: '/charts#trending-tracks', until: /^TOP TRACK$/ },
    'charts-all-timers': { path: '/charts#most-dropped', until: /^MOST DROPPED$/ },
    'charts-empty': {
      path: '/charts#trending-tracks',
      mock: page => respond(page, '**/api/charts/top-tracks', []),
      until: /No tracks found/,
    },
    'charts-loading': loading('**/api/charts/top-users', '/'),
    'charts-loading-tracks': {
      path: '/charts#trending-tracks',
      ...loading('**/api/charts/top-tracks'),
    },
    'charts-error': {
      path: '/charts#most-dropped',
      ...failing('**/api/charts/most-dropped'),
      until: /Error loading most dropped tracks/,
    },
  }),

  ...statesOf(visitor, '/kofi', {
    'profile-seven': { until: 'TOP TRACK' },
    'profile-five': { path: '/ines_b', until: 'TOP TRACK' },
    'profile-three': { path: '/Tomasz', until: 'TOP TRACK' },
    'profile-two': { path: '/lea', until: 'TOP TRACK' },
    'profile-one': { path: '/solo', until: 'TOP TRACK' },
    'profile-long-name': { path: '/Wolfeschlegelsteinhausen-Jones', until: 'TOP TRACK' },
    'profile-none': { path: '/newcomer', until: /no tracks/ },
    'profile-missing': { path: '/nobody-by-this-name', until: 'Profile Not Found' },
    'profile-share': {
      prepare: steps(click('Share'), shareDialog),
      until: 'Save picture',
      inWindow: true,
    },
    'profile-follow-by-email': {
      prepare: requestFollow('not an address'),
      until: 'Invalid email address',
      inWindow: true,
    },
    'profile-asked-to-confirm': {
      path: '/haruka',
      prepare: requestFollow('new@post.test'),
      until: /Check your email to confirm/,
      inWindow: true,
    },
    'profile-asked-again': {
      path: '/solo',
      prepare: steps(
        requestFollow('new@post.test'),
        page => page.locator('dialog').waitFor({ state: 'detached' }),
        click('Check your email'),
      ),
      until: 'Other address',
      inWindow: true,
    },
    'profile-error': {
      ...failing('**/api/profile/*', '/charts'),
      until: /Unable to load @/,
    },
  }),

  ...statesOf(visitor, '/kofi/drops/9', {
    'drop-seven': { until: 'Drop #9' },
    'drop-one': { path: '/solo/drops/1', until: 'Drop #1' },
    'drop-missing': { path: '/kofi/drops/99', until: 'Drop Not Found' },
    'feed-signed-out': { path: '/feed', until: 'Sign in to see your feed' },
  }),
  ...statesOf(visitor, '/kofi/drops', {
    'history-other': { until: 'Drop #9' },
    'history-older': { path: '/kofi/drops?before=5', until: 'Newest drops' },
    'history-table': { path: '/kofi/drops?view=table', until: 'Show as a chart' },
    'history-line': {
      prepare: page => page.getByRole('img', { name: /9 drops, peak 1/ }).focus(),
      inWindow: true,
    },
    'history-other-empty': { path: '/quiet-one/drops', until: /made any drops yet/ },
  }),

  ...statesOf(visitor, ({ follow }) => `/follow/confirm?token=${follow}`, {
    'confirm-follow-ask': {},
    'confirm-follow-done': { prepare: click('Yes, send me the drops'), until: 'You follow @mira' },
    'confirm-follow-failed': {
      path: '/follow/confirm?token=invented',
      until: 'This link does not work',
    },
  }),
  ...statesOf(visitor, ({ unsubscribe }) => `/unsubscribe?token=${unsubscribe}`, {
    'unsubscribe-ask': {},
    'unsubscribe-done': { prepare: click('Stop @mira'), until: 'No more mail' },
    'unsubscribe-failed': {
      path: '/unsubscribe?token=invented',
      until: 'This link does not work',
    },
  }),
  ...statesOf(visitor, ({ resume }) => `/unsubscribe/undo?token=${resume}`, {
    'undo-ask': {},
    'undo-done': { prepare: click('Get mail again'), until: 'Mail comes again' },
  }),
  ...statesOf(visitor, ({ choices }) => `/mail-choices?token=${choices}`, {
    'mail-choices-ask': { until: 'Save' },
    'mail-choices-saved': { prepare: click('Save'), until: /^Saved\./ },
    'mail-choices-failed': {
      path: '/mail-choices?token=invented',
      until: 'This link does not work',
    },
  }),
  ...statesOf(visitor, ({ song }) => `/follow/send-song?drop=1&token=${song}`, {
    'send-song-ask': { until: 'Send mira one song.' },
    'send-song-chosen': {
      prepare: fill('Your song', triedLinks[0] ?? ''),
      until: 'Change',
    },
    'send-song-long': { prepare: fill('A few words, if you like', 'la '.repeat(40)) },
    'send-song-sent': {
      path: ({ song }) => `/follow/send-song?drop=2&token=${song}`,
      prepare: steps(
        fill('Your song', triedLinks[0] ?? ''),
        page => page.getByRole('button', { name: 'Change' }).waitFor(),
        fill('A few words, if you like', 'For the train on Sunday.'),
        click('Send it to @mira'),
      ),
      until: 'Sent.',
    },
    'send-song-no-link': {
      prepare: steps(
        fill('Your song', 'https://open.spotify.com/album/1'),
        click('Send it to @mira'),
      ),
      until: /This is no link/,
    },
    'send-song-unknown': {
      mock: page => respond(page, '**/api/track-preview*', unknownTrack, 404),
      prepare: fill('Your song', triedLinks[1] ?? ''),
      until: /copy its link again\.$/,
    },
    'send-song-refused': {
      from: '/charts',
      mock: page => respond(page, '**/api/returned-songs/drop*', songsRefused),
      until: 'No songs for now',
    },
    'send-song-rejected': {
      path: ({ song }) =>
        `/follow/send-song?drop=1&token=${song}&spotifyUrl=Purple+Rain&words=&failed=invalid_track_link`,
      until: /^This is no link to a track/,
    },
    'send-song-failed': {
      path: '/follow/send-song?drop=1&token=invented',
      until: 'This link does not work',
    },
    'send-song-signed-out': {
      path: '/follow/send-song?drop=1&to=mira',
      until: 'Sign in to send a song',
    },
  }),
  ...statesOf(visitor, ({ reminder }) => `/reminder/stop?token=${reminder}`, {
    'stop-reminder-ask': {},
    'stop-reminder-done': { prepare: click('Stop reminding me'), until: 'No more reminders' },
  }),
  ...statesOf(visitor, ({ email }) => `/email/confirm?token=${email}`, {
    'confirm-email-ask': {},
    'confirm-email-done': {
      prepare: click('Confirm address'),
      until: 'Your address is confirmed',
    },
  }),
]
