import type { Page } from 'playwright-core'
import {
  dialog,
  fail,
  fill,
  hang,
  press,
  pressInDialog,
  type Shot,
  steps,
} from './screens-visit.ts'

const newTrack = 'https://open.spotify.com/track/0VjIjW4GlUZAMYd2vXMi3b'
const skeleton = (page: Page) => page.locator('.skeleton').first().waitFor()

/** A member's own list. */
export const homeShots: Shot[] = [
  { name: 'home-empty', who: 'newcomer', path: '/home', until: /Add your #1 track/ },
  { name: 'home-seven', who: 'mira', path: '/home', until: 'DROP' },
  { name: 'home-one', who: 'solo', path: '/home', until: /Add a track/ },
  { name: 'home-dev', who: 'devon', path: '/home', until: 'Drop Test' },
  { name: 'home-countdown', who: 'waiting', path: '/home', until: /Drop available in \d days/ },
  { name: 'home-last-day', who: 'nearly', path: '/home', until: /Drop available in \d\d:/ },
  {
    name: 'home-too-soon',
    who: 'waiting',
    path: '/home',
    prepare: steps(press(/Drop available/), dialog),
    until: /The stage ain't ready yet/,
    inWindow: true,
  },
  {
    name: 'home-unsaved',
    who: 'mira',
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
    who: 'mira',
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
    who: 'solo',
    path: '/home',
    prepare: steps(press(/Add a track/), dialog),
    inWindow: true,
  },
  {
    name: 'home-invalid-link',
    who: 'solo',
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
    who: 'mira',
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
    who: 'mira',
    path: '/home',
    prepare: steps(press(/^Remove track/), press(/^DROP$/), dialog),
    until: 'Save or cancel your changes before dropping',
    inWindow: true,
  },
  {
    name: 'home-save-failed',
    who: 'mira',
    path: '/home',
    before: fail('**/api/tracks/*'),
    prepare: steps(press(/^Remove track/), press('Save changes')),
    until: /Failed to delete track/,
  },
  {
    name: 'home-dropped',
    who: 'dropper',
    path: '/home',
    prepare: steps(press(/^DROP$/), dialog, pressInDialog('Drop it')),
    until: 'Drop successful!',
  },
  {
    name: 'home-error',
    who: 'mira',
    path: '/home',
    from: '/people',
    before: fail('**/api/tracks'),
    prepare: page => page.getByRole('alert').filter({ visible: true }).first().waitFor(),
  },
  {
    name: 'home-loading',
    who: 'mira',
    path: '/home',
    from: '/people',
    before: hang('**/api/tracks'),
    prepare: skeleton,
  },
]
