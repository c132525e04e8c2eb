import type { Page } from '@playwright/test'
import { mockPlayer } from '../mock-responses.ts'
import { play } from '../page-actions.ts'
import { click, dialog, removeFirst, statesOf, steps, visitor } from './screen-state.ts'

const playAt = (index: number) => (page: Page) => play(page, index)

const atEnd = (page: Page) => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))

const withoutAnswer = (page: Page) =>
  page.addInitScript(
    'const wait = setTimeout; window.setTimeout = (run, ms, ...rest) => wait(run, ms === 10_000 ? 0 : ms, ...rest)',
  )
const withoutScript = (page: Page) => page.route('**/assets/player-bar*.js', route => route.abort())

/** The bar that plays, on pages of which each gives it other neighbours. */
export const playerStates = [
  ...statesOf(visitor, '/kofi', {
    'player-top-track': { prepare: playAt(0), until: '1 of 7' },
    'player-end-of-page': { prepare: steps(playAt(5), atEnd), until: '6 of 7' },
    'player-blocked': {
      mock: page => mockPlayer(page, { starts: false }),
      prepare: playAt(0),
      until: 'Press ▶ in the player',
    },
    'player-no-answer': {
      mock: withoutAnswer,
      prepare: playAt(2),
      until: 'Spotify does not answer.',
    },
    'player-not-loaded': {
      mock: withoutScript,
      prepare: playAt(2),
      until: 'The player could not be loaded.',
    },
  }),
  ...statesOf('mira', '/home', {
    'player-charts': { path: '/charts#trending-tracks', prepare: playAt(1), until: /^2 of / },
    'player-feed': { path: '/feed', prepare: playAt(1), until: /^1 of / },
    'player-home-unsaved': { prepare: steps(removeFirst, playAt(1)), until: /^2 of / },
    'player-home-dialog': { as: 'solo', prepare: steps(playAt(0), click(/Add a track/), dialog) },
  }),
].map(state => ({ mock: mockPlayer, inWindow: true, ...state }))
