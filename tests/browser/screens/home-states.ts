import { fail, neverRespond, respond } from '../mock-responses.ts'
import { chooseInMenu, menuItem, openMenu } from '../page-actions.ts'
import {
  click,
  clickInDialog,
  dialog,
  failing,
  fill,
  removeFirst,
  statesOf,
  steps,
  trackLink,
  unknownTrack,
} from './screen-state.ts'

const newTrack = trackLink('0VjIjW4GlUZAMYd2vXMi3b')

/** Links for the list of ines_b, which has five tracks. */
const manyLinks = [
  trackLink('65UOmhzHI1X3XQ5UJmlRDe'),
  'https://open.spotify.com/album/1',
  `spotify:track:17IZCetcl6DzlIR1RnIGAn`,
  'https://music.apple.com/ca/album/our-eyes-met-on-friday-single/1756432386',
  'and that one from the ferry',
  trackLink('5gwzzDhUO1H4tIRRJDjnny'),
  trackLink('0GiepUHAIfTH1WzpHqtVXT'),
].join('\n')

const twoLinks = ['65UOmhzHI1X3XQ5UJmlRDe', '17IZCetcl6DzlIR1RnIGAn'].map(trackLink).join(' ')

const sevenLinks = [
  '65UOmhzHI1X3XQ5UJmlRDe',
  '17IZCetcl6DzlIR1RnIGAn',
  '5gwzzDhUO1H4tIRRJDjnny',
  '0GiepUHAIfTH1WzpHqtVXT',
  '0VjIjW4GlUZAMYd2vXMi3b',
  '7H71gZwWs3xPWnHM30NDUp',
  '5BeIxIMY0exSWc7LyPrchH',
]
  .map(trackLink)
  .join(' ')

const openAdd = steps(click(/Add a track/), dialog)
const fillAdd = (links: string) => steps(openAdd, fill('Spotify track link', links))

const longNote =
  'Almost at the end of what a note may hold, which turns the counter another colour, because there are only a few left. Almost at the end of wh'

const returned = {
  drop_number: 1,
  created_at: '2026-11-26T08:00:00.000Z',
  gone: false,
  avatar: null,
  username: null,
  words: null,
}
const returnedSongs = {
  total: 4,
  songs: [
    {
      ...returned,
      id: 4,
      follow_id: 4,
      spotify_track_id: '65UOmhzHI1X3XQ5UJmlRDe',
      title: 'Nur ein Wort',
      artist: 'Wir Sind Helden',
      artwork: 'https://i.scdn.co/image/ab67616d00001e02a1',
      tone: null,
      email: 'fan.no2@letters.example.org',
      words: 'For the train on Sunday. It starts slowly, then it does not stop any more.',
    },
    {
      ...returned,
      id: 3,
      follow_id: 3,
      spotify_track_id: '17IZCetcl6DzlIR1RnIGAn',
      title: '銀の船',
      artist: 'Minmi',
      artwork: 'https://i.scdn.co/image/ab67616d00001e02b2',
      tone: null,
      email: 'kofi@mail.test',
      username: 'kofi',
    },
    {
      ...returned,
      id: 2,
      follow_id: 2,
      spotify_track_id: '0GiepUHAIfTH1WzpHqtVXT',
      title: 'A Very Long Title of a Song That Somebody Sent Because They Could (Live at the Pier)',
      artist: 'J. Cartwright',
      artwork: null,
      tone: null,
      email: 'a.very.long.address.that.somebody.really.has+radr@letters.example.org',
      words: 'שלום',
    },
    {
      ...returned,
      id: 1,
      follow_id: 1,
      spotify_track_id: '5gwzzDhUO1H4tIRRJDjnny',
      title: null,
      artist: null,
      artwork: null,
      tone: null,
      email: 'haruka@mail.test',
      username: 'haruka',
    },
  ],
}

/** A member's own list. */
export const homeStates = [
  ...statesOf('mira', '/home', {
    'home-seven': { until: 'DROP' },
    'landing-own': { path: '/', until: 'These are your seven.' },
    'landing-own-five': { as: 'ines_b', path: '/', until: 'These are your five.' },
    'home-empty': { as: 'newcomer', until: /Add your #1 track/ },
    'home-empty-two': {
      as: 'newcomer',
      prepare: fill('Spotify track link', twoLinks),
      until: 'Save your list, and you can drop it.',
    },
    'home-one': { as: 'solo', until: /Add a track/ },
    'home-dev': { as: 'devon', until: 'Drop Test' },
    'home-countdown': { as: 'waiting', until: /Drop available in \d days/ },
    'home-last-day': { as: 'nearly', until: /Drop available in \d\d:/ },
    'home-unsaved': {
      prepare: steps(removeFirst, fillAdd(newTrack), clickInDialog('Add track')),
      until: 'Save changes',
    },
    'home-save-failed': {
      mock: page => fail(page, '**/api/tracks/*'),
      prepare: steps(removeFirst, click('Save changes')),
      until: /Failed to delete track/,
    },
    'home-songs': {
      as: 'waiting',
      from: '/charts',
      mock: page => respond(page, '**/api/returned-songs', returnedSongs),
      until: '4 songs came back',
    },
    'home-error': {
      ...failing('**/api/tracks', '/people'),
      prepare: page => page.getByRole('alert').filter({ visible: true }).first().waitFor(),
    },
    'home-too-soon': {
      as: 'waiting',
      prepare: steps(click(/Drop available/), dialog),
      until: /The stage ain't ready yet/,
      inWindow: true,
    },
    'home-move-menu': {
      prepare: page => openMenu(page, 2),
      until: 'Move to top',
      inWindow: true,
    },
    'home-drop-dialog': {
      prepare: steps(click(/^DROP$/), dialog, page =>
        page.getByRole('dialog').getByRole('textbox').fill(longNote),
      ),
      inWindow: true,
    },
    'home-drop-first': {
      as: 'juniper-fox',
      prepare: steps(click(/^DROP$/), dialog),
      until: 'Drop #1 · the next one opens in 7 days',
      inWindow: true,
    },
    'home-drop-unsaved': {
      prepare: steps(removeFirst, click(/^DROP$/), dialog),
      until: 'Save or cancel your changes before dropping',
      inWindow: true,
    },
    'home-dropped': {
      as: 'dropper',
      prepare: steps(click(/^DROP$/), dialog, clickInDialog('Drop it')),
      until: 'Drop successful! Boom!',
      inWindow: true,
    },
    'home-after-drop': {
      as: 'waiting',
      from: '/charts',
      mock: page =>
        respond(page, '**/api/drops/has-changes', {
          hasChanges: false,
          savedAt: null,
          lastDrop: { number: 1, madeAt: new Date() },
        }),
      until: 'Drop #1 is out.',
    },
    'home-empty-seven': {
      as: 'newcomer',
      prepare: fill('Spotify track link', sevenLinks),
      until: 'Save your list, and you can drop it.',
    },
    'home-swap': {
      prepare: steps(page => chooseInMenu(page, 2, 'Swap track'), dialog),
      until: /The new track takes number 3/,
      inWindow: true,
    },
    'home-songs-full': {
      from: '/charts',
      mock: page => respond(page, '**/api/returned-songs', returnedSongs),
      prepare: steps(click(/^Put it on the list/), dialog),
      until: /Your Radr is full/,
      inWindow: true,
    },
    'home-songs-block': {
      as: 'waiting',
      from: '/charts',
      mock: page => respond(page, '**/api/returned-songs', returnedSongs),
      prepare: steps(
        click(/^More about .* from /),
        page => menuItem(page, 'Block').click(),
        dialog,
      ),
      inWindow: true,
    },
    'home-add-many': {
      as: 'ines_b',
      prepare: fillAdd(manyLinks),
      until: '2 tracks are ready, 5 parts are left out.',
      inWindow: true,
    },
  }),
  ...statesOf('solo', '/home', {
    'home-add': { prepare: openAdd, inWindow: true },
    'home-invalid-link': {
      prepare: fillAdd('https://open.spotify.com/album/1'),
      until: /Invalid Spotify URL/,
      inWindow: true,
    },
    'home-add-one': {
      prepare: fillAdd(trackLink('65UOmhzHI1X3XQ5UJmlRDe')),
      until: 'Clap Your Hands (박수쳐) by 2NE1 is ready.',
      inWindow: true,
    },
    'home-added-one': {
      prepare: steps(
        fillAdd(trackLink('65UOmhzHI1X3XQ5UJmlRDe')),
        page => page.getByText(/ is ready\.$/).waitFor(),
        clickInDialog('Add track'),
      ),
      until: 'Added as number 2: Clap Your Hands (박수쳐).',
      inWindow: true,
    },
    'home-add-looking': {
      mock: page => neverRespond(page, '**/api/track-preview*'),
      prepare: fillAdd(newTrack),
      until: 'Looking it up…',
      inWindow: true,
    },
    'home-add-unknown': {
      mock: page => respond(page, '**/api/track-preview*', unknownTrack, 404),
      prepare: fillAdd(newTrack),
      until: /Spotify does not know this track/,
      inWindow: true,
    },
  }),
]
