import { fail, neverRespond, respond } from '../mock-responses.ts'
import {
  dialog,
  fill,
  press,
  pressInDialog,
  type ScreenState,
  skeleton,
  steps,
} from './screen-state.ts'

const trackLink = (id: string) => `https://open.spotify.com/track/${id}`

/** For the list of ines_b, which has five tracks. */
const manyLinks = [
  trackLink('65UOmhzHI1X3XQ5UJmlRDe'),
  'https://open.spotify.com/album/1',
  `spotify:track:17IZCetcl6DzlIR1RnIGAn`,
  'https://music.apple.com/ca/album/our-eyes-met-on-friday-single/1756432386',
  'and that one from the ferry',
  trackLink('5gwzzDhUO1H4tIRRJDjnny'),
  trackLink('0GiepUHAIfTH1WzpHqtVXT'),
].join('\n')

const newTrack = 'https://open.spotify.com/track/0VjIjW4GlUZAMYd2vXMi3b'

/** A member's own list. */
export const homeStates: ScreenState[] = [
  { name: 'home-seven', as: 'mira', path: '/home', until: 'DROP' },
  { name: 'home-empty', as: 'newcomer', path: '/home', until: /Add your #1 track/ },
  { name: 'home-first-steps', as: 'boss', path: '/home', until: '1 of 4 done' },
  { name: 'home-one', as: 'solo', path: '/home', until: /Add a track/ },
  { name: 'home-dev', as: 'devon', path: '/home', until: 'Drop Test' },
  { name: 'home-countdown', as: 'waiting', path: '/home', until: /Drop available in \d days/ },
  { name: 'home-last-day', as: 'nearly', path: '/home', until: /Drop available in \d\d:/ },
  {
    name: 'home-too-soon',
    as: 'waiting',
    path: '/home',
    prepare: steps(press(/Drop available/), dialog),
    until: /The stage ain't ready yet/,
    inWindow: true,
  },
  {
    name: 'home-unsaved',
    as: 'mira',
    path: '/home',
    prepare: steps(
      press(/^Remove track/),
      press(/Add a track/),
      dialog,
      fill('Spotify track link', newTrack),
      pressInDialog('Add track'),
    ),
    until: 'Save changes',
  },
  {
    name: 'home-move-menu',
    as: 'mira',
    path: '/home',
    prepare: page =>
      page
        .getByRole('button', { name: /^More for/ })
        .nth(2)
        .click(),
    until: 'Move to top',
    inWindow: true,
  },
  {
    name: 'home-add',
    as: 'solo',
    path: '/home',
    prepare: steps(press(/Add a track/), dialog),
    inWindow: true,
  },
  {
    name: 'home-invalid-link',
    as: 'solo',
    path: '/home',
    prepare: steps(
      press(/Add a track/),
      dialog,
      fill('Spotify track link', 'https://open.spotify.com/album/1'),
    ),
    until: /Invalid Spotify URL/,
    inWindow: true,
  },
  {
    name: 'home-add-one',
    as: 'solo',
    path: '/home',
    prepare: steps(
      press(/Add a track/),
      dialog,
      fill('Spotify track link', trackLink('65UOmhzHI1X3XQ5UJmlRDe')),
    ),
    until: 'Clap Your Hands (박수쳐) by 2NE1 is ready.',
    inWindow: true,
  },
  {
    name: 'home-add-many',
    as: 'ines_b',
    path: '/home',
    prepare: steps(press(/Add a track/), dialog, fill('Spotify track link', manyLinks)),
    until: '2 tracks are ready, 5 parts are left out.',
    inWindow: true,
  },
  {
    name: 'home-add-looking',
    as: 'solo',
    path: '/home',
    mock: page => neverRespond(page, '**/api/track-preview*'),
    prepare: steps(press(/Add a track/), dialog, fill('Spotify track link', newTrack)),
    until: 'Looking it up…',
    inWindow: true,
  },
  {
    name: 'home-add-unknown',
    as: 'solo',
    path: '/home',
    mock: page =>
      respond(
        page,
        '**/api/track-preview*',
        {
          message: 'Spotify does not know this track. Open the song and copy its link again.',
          code: 'unknown_track',
        },
        404,
      ),
    prepare: steps(press(/Add a track/), dialog, fill('Spotify track link', newTrack)),
    until: /Spotify does not know this track/,
    inWindow: true,
  },
  {
    name: 'home-drop-dialog',
    as: 'mira',
    path: '/home',
    prepare: steps(press(/^DROP$/), dialog, page =>
      page
        .getByRole('dialog')
        .getByRole('textbox')
        .fill(
          'Almost at the end of what a note may hold, which turns the counter another colour, because there are only a few left. '
            .repeat(2)
            .slice(0, 141),
        ),
    ),
    inWindow: true,
  },
  {
    name: 'home-drop-unsaved',
    as: 'mira',
    path: '/home',
    prepare: steps(press(/^Remove track/), press(/^DROP$/), dialog),
    until: 'Save or cancel your changes before dropping',
    inWindow: true,
  },
  {
    name: 'home-save-failed',
    as: 'mira',
    path: '/home',
    mock: page => fail(page, '**/api/tracks/*'),
    prepare: steps(press(/^Remove track/), press('Save changes')),
    until: /Failed to delete track/,
  },
  {
    name: 'home-dropped',
    as: 'dropper',
    path: '/home',
    prepare: steps(press(/^DROP$/), dialog, pressInDialog('Drop it')),
    until: /^Drop #1 is out/,
    inWindow: true,
  },
  {
    name: 'home-error',
    as: 'mira',
    path: '/home',
    from: '/people',
    mock: page => fail(page, '**/api/tracks'),
    prepare: page => page.getByRole('alert').filter({ visible: true }).first().waitFor(),
  },
  {
    name: 'home-loading',
    as: 'mira',
    path: '/home',
    from: '/people',
    mock: page => neverRespond(page, '**/api/tracks'),
    prepare: skeleton,
  },
]
