import type { Page } from '@playwright/test'
import { mockPlayer } from '../mock-responses.ts'
import { dialog, press, type ScreenState, steps } from './screen-state.ts'

const play = (nth: number) => (page: Page) =>
  page
    .getByRole('button', { name: /^Play / })
    .nth(nth)
    .click()

const atEnd = (page: Page) => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))

const common = { mock: mockPlayer, inWindow: true }

/** The bar that plays, on pages of which each gives it other neighbours. */
export const playerStates: ScreenState[] = [
  { name: 'player-top-track', path: '/kofi', prepare: play(0), until: '1 of 7', ...common },
  {
    name: 'player-end-of-page',
    path: '/kofi',
    prepare: steps(play(5), atEnd),
    until: '6 of 7',
    ...common,
  },
  {
    name: 'player-charts',
    as: 'mira',
    path: '/charts#trending-tracks',
    prepare: play(1),
    until: /^2 of /,
    ...common,
  },
  {
    name: 'player-feed',
    as: 'mira',
    path: '/feed',
    prepare: play(1),
    until: /^1 of /,
    ...common,
  },
  {
    name: 'player-home-unsaved',
    as: 'mira',
    path: '/home',
    prepare: steps(press(/^Remove track/), play(1)),
    until: /^2 of /,
    ...common,
  },
  {
    name: 'player-home-dialog',
    as: 'solo',
    path: '/home',
    prepare: steps(play(0), press(/Add a track/), dialog),
    ...common,
  },
  {
    name: 'player-no-answer',
    path: '/kofi',
    mock: page =>
      page.addInitScript(
        'const wait = setTimeout; window.setTimeout = (run, ms, ...rest) => wait(run, ms === 10_000 ? 0 : ms, ...rest)',
      ),
    prepare: play(2),
    until: 'Spotify does not answer.',
    inWindow: true,
  },
  {
    name: 'player-not-loaded',
    path: '/kofi',
    mock: page => page.route('**/assets/player-bar*.js', route => route.abort()),
    prepare: play(2),
    until: 'The player could not be loaded.',
    inWindow: true,
  },
]
