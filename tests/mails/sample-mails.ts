import { type DropMail, dropMail } from '../../src/delivery/drop-mail/drop-mail.tsx'
import { dropReminderMail } from '../../src/drops/reminder/drop-reminder-mail.tsx'
import { confirmFollowMail } from '../../src/follows/confirmation/confirm-follow-mail.tsx'
import { stoppedMail } from '../../src/follows/unsubscribing/stopped-mail.tsx'
import { forwardedMail } from '../../src/mail/inbound/forwarded-mail.tsx'
import type { MailOperator } from '../../src/mail/layout/mail-layout.tsx'
import { type MailTemplate, renderMail } from '../../src/mail/layout/render-mail.tsx'
import { confirmEmailMail } from '../../src/members/email/confirm-email-mail.tsx'
import { resetPasswordMail } from '../../src/members/passwords/reset-password-mail.tsx'
import { readConfig } from '../../src/platform/config/config.ts'
import { presentMovement } from '../../src/tracks/movement/decide-movement.ts'
import { renderDigest, type SampleDrop } from './render-digest.ts'

const brand = 'Radr'
export const sampleLink = 'https://radr.test/some/link?token=mS2dY1f0Ck8pXwq4uZr7tB5nE9vJ3hL6oA'

export const sampleTrack = (rank: number): DropMail['tracks'][number] => ({
  spotify_track_id: `4SQbhj7q0H1yIA7LjATtt${rank}`,
  rank,
  title: `Title ${rank}`,
  artist: `Artist ${rank}`,
  artwork: `https://i.scdn.co/image/ab67616d00001e02ff9ca10b55ce82ae553c822${rank}`,
  color: 'cc5566',
  movement: presentMovement({
    rank,
    previous_rank: [1, 4, 2, null, 5, null, 6][rank - 1] ?? null,
    drop_count: rank === 4 ? 1 : 3,
    peak_rank: 1,
    first_drop_number: rank === 4 ? 12 : 4,
    first_dropped_at: new Date('2026-03-01T12:00:00.000Z'),
  }),
})

export const sampleDrop: DropMail = {
  brand,
  username: 'ana',
  dropNumber: 12,
  note: 'Play it in order.',
  confirmLink: null,
  tracks: [1, 2, 3, 4, 5, 6, 7].map(sampleTrack),
  movement: {
    previous_drop: 11,
    new: 1,
    back: 1,
    left: [
      { spotify_track_id: '4SQbhj7q0H1yIA7LjATtt8', rank: 3 },
      { spotify_track_id: '4SQbhj7q0H1yIA7LjATtt9', rank: 7 },
    ],
    number_one_drops: 4,
  },
  left: [
    { ...sampleTrack(8), rank: 3 },
    { ...sampleTrack(9), rank: 7 },
  ],
  dropLink: 'https://radr.test/ana/drops/12',
  song: { link: 'https://radr.test/follow/send-song?drop=12&token=ef012', rank: null },
  settings: {
    choicesLink: 'https://radr.test/mail-choices?token=abc',
    unsubscribeLink: 'https://radr.test/unsubscribe?token=abc',
  },
  reason: 'You get this because you confirmed on Mar 3, 2026 that you follow @ana.',
}

export const sampleDropMail = (changes: Partial<DropMail> = {}): MailTemplate =>
  dropMail({ ...sampleDrop, ...changes })

const names = [
  ['Bohemian Rhapsody – Remastered 2011', 'Queen'],
  ['夜に駆ける', 'YOASOBI'],
  ['أنت عمري', 'أم كلثوم'],
  ['Stairway to Heaven (Live at Madison Square Garden, New York, NY, July 1973)', 'Led Zeppelin'],
  ['Für Elise', 'Ludwig van Beethoven'],
  ['שיר לשלום (Live)', 'להקת הנח"ל'],
  ['너를 사랑해', 'HAN DONG GEUN'],
]
const namedTracks = names.map(([title = '', artist = ''], index) => ({
  ...sampleTrack(index + 1),
  title,
  artist,
}))
const longNote =
  'Two weeks on night trains.\nPlay it in order, then again from 4.\n\nMore at https://example.org/night-trains and www.example.com'

const digestDrop = (username: string, changes: Partial<SampleDrop> = {}): SampleDrop => ({
  username,
  dropNumber: 12,
  note: 'Play it in order.',
  movement: '2 in, 1 out, a new number one',
  tracks: namedTracks,
  dropLink: `https://radr.test/${username}/drops/12`,
  choicesLink: `https://radr.test/mail-choices?token=${username}`,
  song: { link: `https://radr.test/follow/send-song?drop=12&token=${username}`, rank: null },
  ...changes,
})
const sampleDigest =
  (drops: SampleDrop[], confirmLink: string | null = null): SampleMail =>
  sampleOperator =>
    renderDigest(
      {
        brand,
        confirmLink,
        feedLink: confirmLink ? null : 'https://radr.test/feed',
        homeLink: 'https://radr.test/',
        settings: {
          choicesLink: 'https://radr.test/mail-choices?token=abc',
          unsubscribeLink: 'https://radr.test/unsubscribe?token=abc',
        },
      },
      drops,
      sampleOperator,
    )

export const sampleConfirmation = {
  brand,
  username: 'ana',
  avatar: `https://radr.test/avatars/${'0'.repeat(64)}.jpg`,
  tracks: namedTracks,
  link: sampleLink,
}

/** A weekly mail is composed of parts that are rendered already. */
type SampleMail = MailTemplate | ((operator: MailOperator) => ReturnType<typeof renderMail>)

export const renderSample = (mail: SampleMail, operator: MailOperator) =>
  typeof mail === 'function' ? mail(operator) : renderMail(mail, operator)

/** One or more of every kind, by name. */
export const sampleMails: Record<string, SampleMail> = {
  'confirm-follow': confirmFollowMail(sampleConfirmation),
  'confirm-follow-empty': confirmFollowMail({ ...sampleConfirmation, avatar: null, tracks: [] }),
  'confirm-email': confirmEmailMail({ brand, username: 'ana', link: sampleLink }),
  'reset-password': resetPasswordMail({ brand, username: 'ana', link: sampleLink }),
  drop: sampleDropMail(),
  'drop-without-covers': sampleDropMail({
    note: null,
    tracks: sampleDrop.tracks.map(track => ({ ...track, artwork: null })),
  }),
  'drop-your-song': sampleDropMail({ song: { link: sampleLink, rank: 4 } }),
  'drop-unconfirmed': sampleDropMail({ note: null, confirmLink: sampleLink }),
  'drop-long-note': sampleDropMail({
    note: longNote,
    tracks: sampleDrop.tracks.map(track => ({ ...track, color: 'ffffff' })),
  }),
  'drop-scripts': sampleDropMail({
    note: 'شغّلها بالترتيب.\nثم مرة أخرى.',
    tracks: namedTracks.map(track => ({ ...track, color: '000000' })),
  }),
  digest: sampleDigest([
    digestDrop('ana'),
    digestDrop('haruka', {
      note: null,
      song: null,
      tracks: namedTracks.slice(1, 6),
      movement: 'First drop',
    }),
    digestDrop('omar', {
      note: 'شغّلها بالترتيب.',
      tracks: namedTracks.slice(2),
    }),
  ]),
  'digest-unconfirmed': sampleDigest([digestDrop('ana', { note: null, song: null })], sampleLink),
  'digest-long': sampleDigest(Array.from({ length: 40 }, (_, n) => digestDrop(`member-${n + 1}`))),
  'drop-reminder': dropReminderMail({
    brand,
    dropNumber: 13,
    tracks: namedTracks,
    songs: 4,
    listLink: 'https://radr.test/home',
    stopLink: 'https://radr.test/reminder/stop?token=abc',
  }),
  'drop-reminder-three': dropReminderMail({
    brand,
    dropNumber: 2,
    tracks: [sampleTrack(1), { ...sampleTrack(2), artwork: null }, sampleTrack(3)],
    songs: 0,
    listLink: 'https://radr.test/home',
    stopLink: 'https://radr.test/reminder/stop?token=abc',
  }),
  'test-drop': sampleDropMail({
    settings: null,
    tracks: [
      sampleTrack(1),
      { ...sampleTrack(2), title: null, artist: null, artwork: null },
      sampleTrack(3),
    ],
    reason: 'You get this because you asked for a test.',
  }),
  'mail-stopped': stoppedMail({ brand, link: sampleLink }),
  forwarded: forwardedMail(brand, {
    from: 'Ann Example <ann@fans.test>',
    to: 'Radr <drops@radr.example>',
    subject: 'Re: @ana dropped Radr #12',
    text: 'Hello,\n\nI love number 3 <3 & would like to write to Ana.\nHow?\n\nOn Friday, Radr wrote:\n> Listen on the profile of @ana',
    attachments: 2,
  }),
}

const { operator } = readConfig({
  MAIL_ADDRESS: 'Radr Ltd\\n1 Example Street',
  CONTACT: 'hello@radr.example',
  PRIVACY_URL: 'https://radr.example/privacy',
})

export const renderSamples = () =>
  Object.entries(sampleMails).map(([name, mail]) => ({
    name,
    ...renderSample(mail, operator),
  }))
