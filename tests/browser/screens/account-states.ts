import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { fail, mockPush, respond } from '../mock-responses.ts'
import { dialog, fill, press, pressInDialog, type ScreenState, steps } from './screen-state.ts'

/** A member's settings and import. */
export const accountStates: ScreenState[] = [
  { name: 'settings-plain', as: 'mira', path: '/settings', until: 'Save Changes' },
  { name: 'settings-unproven', as: 'newcomer', path: '/settings', until: 'Not confirmed' },
  {
    name: 'settings-errors',
    as: 'mira',
    path: '/settings',
    prepare: steps(
      fill('Username', 'm!'),
      fill('Spotify profile URL', 'https://example.com/me'),
      press('Save Changes'),
    ),
    until: /at least 3 characters/,
  },
  {
    name: 'settings-activity',
    as: 'mira',
    path: '/settings',
    from: '/charts',
    mock: async page => {
      await respond(page, '**/api/user/sessions', { sessions })
      await respond(page, '**/api/user/activity*', activity)
    },
    until: 'Blocked @loud-neighbor',
  },
  {
    name: 'settings-activity-error',
    as: 'mira',
    path: '/settings',
    from: '/charts',
    mock: async page => {
      await fail(page, '**/api/user/sessions')
      await fail(page, '**/api/user/activity*')
    },
    until: /Failed to load what happened/,
  },
  {
    name: 'settings-delete',
    as: 'mira',
    path: '/settings',
    inWindow: true,
    prepare: steps(press('Delete account…'), dialog),
  },
  {
    name: 'settings-change-email',
    as: 'mira',
    path: '/settings',
    inWindow: true,
    prepare: steps(press('Change email…'), dialog, pressInDialog('Send link')),
    until: 'Password is required',
  },
  ...(['off', 'on', 'blocked', 'unsupported'] as const).map(state => ({
    name: `settings-notifications-${state}`,
    as: 'mira',
    path: '/settings',
    mock: (page: Page) => mockPush(page, state),
    until: { off: /^Off\./, on: /^On\./, blocked: /^Blocked/, unsupported: /^This browser/ }[state],
  })),
  { name: 'settings-crop', as: 'mira', path: '/settings', prepare: cropPicture, inWindow: true },

  { name: 'import-plain', as: 'mira', path: '/settings/import', until: 'Comes along' },
  {
    name: 'import-error',
    as: 'mira',
    path: '/settings/import',
    prepare: steps(chooseFile, press('Import')),
    until: 'is not a zip file',
  },
  {
    name: 'import-list',
    as: 'mira',
    path: '/settings/import',
    mock: page => respond(page, '**/api/user/archive*', { code: 'list_not_empty' }, 409),
    prepare: steps(chooseFile, press('Import'), dialog),
    inWindow: true,
  },
  {
    name: 'import-done',
    as: 'mira',
    path: '/settings/import',
    mock: page =>
      respond(page, '**/api/user/archive*', {
        tracks: 7,
        drops: 12,
        avatar: true,
        streamingProfile: true,
      }),
    prepare: steps(chooseFile, press('Import')),
    until: '12 drops in your history',
  },
]

const sessions = [1, 2, 3].map(id => ({
  id,
  created_at: `2026-0${8 - id}-1${id}T12:00:00.000Z`,
  last_used_at: `2026-09-1${9 - id}T12:00:00.000Z`,
  is_current: id === 1,
}))

const activity = {
  events: [
    { kind: 'email_changed', detail: null },
    { kind: 'follower_blocked', detail: 'loud-neighbor' },
    { kind: 'follower_removed', detail: null },
    { kind: 'followers_exported', detail: null },
    { kind: 'username_changed', detail: 'Wolfeschlegelsteinhausen-Jones' },
    { kind: 'signed_in_on_new_network', detail: null },
  ].map((event, index) => ({
    ...event,
    id: 99 - index,
    created_at: `2026-09-${19 - index}T12:00:00.000Z`,
  })),
  total: 23,
}

async function cropPicture(page: Page) {
  const buffer = await sharp({
    create: { width: 900, height: 600, channels: 3, background: '#3f8f7a' },
  })
    .png()
    .toBuffer()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await dialog(page)
}

async function chooseFile(page: Page) {
  const file = { name: 'radr-mira.zip', mimeType: 'application/zip', buffer: Buffer.from('Hello') }
  await page.getByLabel('Your zip file').setInputFiles(file)
}
