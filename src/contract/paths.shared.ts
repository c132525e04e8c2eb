export const usernamePattern = /^[A-Za-z0-9_-]{3,30}$/
/** The number of a drop in a URL, without leading zeros: it has one URL. */
export const dropNumberPattern = /^(?:0|[1-9]\d{0,8})$/
/** A place in the lists with a track, in a URL: followers and id of the member before it. */
export const listPositionPattern = /^\d{1,9}-\d{1,9}$/

/** URLs of pages, and of what pages link to. With `:name` for an argument they are the patterns of the page table. */
export const paths = {
  landing: '/',
  login: '/login',
  resetPassword: '/reset-password',
  settings: '/settings',
  importData: '/settings/import',
  home: '/home',
  feed: '/feed',
  people: '/people',
  following: '/following',
  followers: '/followers',
  charts: '/charts',
  track: (spotifyTrackId: string) => `/tracks/${spotifyTrackId}`,
  /** A picture; only of tracks that have a color. */
  trackCover: <const T extends string>(trackId: T) => `/tracks/${trackId}/cover.jpg` as const,
  confirmFollow: '/follow/confirm',
  unsubscribe: '/unsubscribe',
  undoUnsubscribe: '/unsubscribe/undo',
  mailChoices: '/mail-choices',
  stopReminder: '/reminder/stop',
  sendSong: '/follow/send-song',
  confirmEmail: '/email/confirm',
  members: (brand: string) => `/${brand.toLowerCase()}s`,
  profile: (username: string) => `/${username}`,
  drops: (username: string) => `/${username}/drops`,
  drop: (username: string, dropNumber: number | string) => `/${username}/drops/${dropNumber}`,
  atomFeed: (username: string) => `/${username}/feed.atom`,
  embed: (username: string) => `/${username}/embed`,
  dropEmbed: (username: string, dropNumber: number | string) =>
    `/${username}/drops/${dropNumber}/embed`,
  manifest: '/manifest.webmanifest',
  serviceWorker: '/service-worker.js',
  offline: '/offline',
  avatar: <const T extends string>(file: T) => `/avatars/${file}` as const,
  /** The name `current.jpg` redirects to the card as it is now. */
  profileCard: <const U extends string, const F extends string>(username: U, file: F) =>
    `/cards/members/${username}/${file}` as const,
  dropCard: <const U extends string, const N extends string | number, const F extends string>(
    username: U,
    dropNumber: N,
    file: F,
  ) => `/cards/drops/${username}/${dropNumber}/${file}` as const,
  historyPoster: <const U extends string, const F extends string>(username: U, file: F) =>
    `/cards/drops/${username}/${file}` as const,
  shelf: <const U extends string, const F extends string>(username: U, file: F) =>
    `/cards/shelf/${username}/${file}` as const,
  /** The picture of the signed-in member's week. */
  weekCard: <const F extends string>(file: F) => `/cards/week/${file}` as const,
  trackCard: <const T extends string, const F extends string>(trackId: T, file: F) =>
    `/cards/tracks/${trackId}/${file}` as const,
  /** What mail programs post to (RFC 8058). */
  oneClickUnsubscribe: <const T extends string>(token: T) => `/api/unsubscribe/${token}` as const,
  oneClickReminder: <const T extends string>(token: T) => `/api/reminder/${token}` as const,
} as const
