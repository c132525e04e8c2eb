import type { Page } from '@playwright/test'
import { fail, mockPush, respond } from '../mock-responses.ts'
import { choosePicture, openSetting } from '../page-actions.ts'
import { click, dialog, fill, statesOf, steps } from './screen-state.ts'

const open = (title: string) => (page: Page) => openSetting(page, title)

/** A member's settings and import. */
export const accountStates = [
  ...statesOf('mira', '/settings', {
    'settings-plain': { until: 'Save Changes' },
    'settings-unconfirmed': { as: 'newcomer', until: 'Not confirmed' },
    'settings-unsent': {
      as: 'newcomer',
      mock: async page => {
        await respond(page, '**/api/email/resend', { message: '' })
        await page.route('**/api/user', async route => {
          const response = await route.fetch()
          await route.fulfill({ json: { ...(await response.json()), email_unsent: true } })
        })
      },
      prepare: click('Send the mail again'),
      until: /could not be delivered/,
    },
    'settings-errors': {
      prepare: steps(
        fill('Username', 'm!'),
        fill('Spotify profile URL', 'https://example.com/me'),
        click('Save Changes'),
      ),
      until: /at least 3 characters/,
    },
    'settings-mail': { prepare: open('Mail'), until: /A mail for each drop/ },
    'settings-mail-suppressed': {
      from: '/charts',
      mock: async page => {
        const suppressed = { frequency: 'single', timeZone: null, isSuppressed: true }
        await respond(page, '**/api/user/mail-frequency', suppressed)
        await respond(page, '**/api/drops/reminder', { isOn: true, by: null })
      },
      prepare: open('Mail'),
      until: /came back or was called spam/,
    },
    'settings-songs': { prepare: open('Songs'), until: /You alone see what comes back/ },
    'settings-theme': { prepare: open('Theme'), until: 'Dark' },
    'settings-data': { prepare: open('Your data'), until: 'Download my data' },
    'settings-sessions': {
      from: '/charts',
      mock: async page => {
        await respond(page, '**/api/user/sessions', { sessions })
      },
      prepare: open('Sessions'),
      until: 'This browser',
    },
    'settings-sessions-error': {
      from: '/charts',
      mock: async page => {
        await fail(page, '**/api/user/sessions')
      },
      prepare: open('Sessions'),
      until: /Failed to load where you are signed in/,
    },
    'settings-delete': {
      inWindow: true,
      prepare: steps(open('Delete account'), click('Delete account…'), dialog),
    },
    'settings-notifications-off': {
      mock: page => mockPush(page, 'off'),
      prepare: open('Notifications'),
      until: /^Off\./,
    },
    'settings-notifications-on': {
      mock: page => mockPush(page, 'on'),
      prepare: open('Notifications'),
      until: /^On\./,
    },
    'settings-notifications-blocked': {
      mock: page => mockPush(page, 'blocked'),
      prepare: open('Notifications'),
      until: /^Blocked/,
    },
    'settings-notifications-unsupported': {
      mock: page => mockPush(page, 'unsupported'),
      prepare: open('Notifications'),
      until: /^This browser/,
    },
    'settings-crop': { prepare: steps(choosePicture, dialog), inWindow: true },
  }),

  ...statesOf('newcomer', '/settings/import', {
    'import-unconfirmed': { until: /^You can import once/ },
  }),
  ...statesOf('mira', '/settings/import', {
    'import-plain': { until: 'Comes along' },
    'import-error': {
      prepare: steps(chooseFile, click('Import')),
      until: 'is not a zip file',
    },
    'import-list': {
      mock: page => respond(page, '**/api/user/archive*', { code: 'list_not_empty' }, 409),
      prepare: steps(chooseFile, click('Import'), dialog),
      inWindow: true,
    },
    'import-done': {
      mock: page => respond(page, '**/api/user/archive*', imported),
      prepare: steps(chooseFile, click('Import')),
      until: '12 drops in your history',
    },
  }),
]

const imported = { tracks: 7, drops: 12, avatar: true, streamingProfile: true }

const sessions = [1, 2, 3].map(id => ({
  id,
  created_at: `2026-0${8 - id}-1${id}T12:00:00.000Z`,
  last_used_at: `2026-09-1${9 - id}T12:00:00.000Z`,
  is_current: id === 1,
}))

async function chooseFile(page: Page) {
  const file = { name: 'radr-mira.zip', mimeType: 'application/zip', buffer: Buffer.from('Hello') }
  await page.getByLabel('Your zip file').setInputFiles(file)
}
