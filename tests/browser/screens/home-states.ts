import { fail, neverRespond } from '../mock-responses.ts'
import {
  dialog,
  fill,
  press,
  pressInDialog,
  type ScreenState,
  skeleton,
  steps,
} from './screen-state.ts'

const newTrack = 'https://open.spotify.com/track/0VjIjW4GlUZAMYd2vXMi3b'

/** A member's own list. */
export const homeStates: ScreenState[] = [
  { name: 'home-empty', as: 'newcomer', path: '/home', until: /Add your #1 track/ },
  { name: 'home-seven', as: 'mira', path: '/home', until: 'DROP' },
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
        .getByRole('button', { name: /^More moves/ })
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
    until: 'Drop successful!',
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
