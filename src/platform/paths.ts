/** A username in an address. */
export const usernamePattern = /^[A-Za-z0-9_-]{3,30}$/
/** The number of a drop in an address. */
export const dropNumberPattern = /^\d{1,9}$/

/** Addresses of pages. With `:name` for an argument they are the patterns of the page table. */
export const paths = {
  landing: '/',
  login: '/login',
  resetPassword: '/reset-password',
  settings: '/settings',
  home: '/home',
  feed: '/feed',
  people: '/people',
  following: '/following',
  followers: '/followers',
  charts: '/charts',
  track: (spotifyTrackId: string) => `/tracks/${spotifyTrackId}`,
  confirmFollow: '/follow/confirm',
  unsubscribe: '/unsubscribe',
  confirmEmail: '/email/confirm',
  members: (brand: string) => `/${brand.toLowerCase()}s`,
  profile: (username: string) => `/${username}`,
  drops: (username: string) => `/${username}/drops`,
  drop: (username: string, dropNumber: number | string) => `/${username}/drops/${dropNumber}`,
  atomFeed: (username: string) => `/${username}/feed.atom`,
  jsonFeed: (username: string) => `/${username}/feed.json`,
  embed: (username: string) => `/${username}/embed`,
  dropEmbed: (username: string, dropNumber: number | string) =>
    `/${username}/drops/${dropNumber}/embed`,
  manifest: '/manifest.webmanifest',
  serviceWorker: '/service-worker.js',
  offline: '/offline',
  apiDocs: '/api/docs',
  avatar: <const T extends string>(file: T) => `/avatars/${file}` as const,
  profileCard: <const U extends string, const F extends string>(username: U, file: F) =>
    `/cards/members/${username}/${file}` as const,
  dropCard: <const U extends string, const N extends string | number, const F extends string>(
    username: U,
    dropNumber: N,
    file: F,
  ) => `/cards/drops/${username}/${dropNumber}/${file}` as const,
  trackCard: <const T extends string, const F extends string>(trackId: T, file: F) =>
    `/cards/tracks/${trackId}/${file}` as const,
  /** What mail programs post to (RFC 8058). */
  oneClickUnsubscribe: <const T extends string>(token: T) => `/api/unsubscribe/${token}` as const,
} as const

/** Addresses of calls, with `:name` for each parameter. */
export const callPaths = {
  openApiDocument: '/api/openapi.json',

  login: '/api/login',
  register: '/api/register',
  logout: '/api/logout',
  user: '/api/user',
  username: '/api/user/username',
  avatar: '/api/user/avatar',
  spotifyProfile: '/api/user/spotify',
  usernameAvailable: '/api/username-available',
  forgotPassword: '/api/forgot-password',
  verifyResetToken: '/api/verify-reset-token',
  resetPassword: '/api/reset-password',
  confirmEmail: '/api/email/confirm',
  resendEmailConfirmation: '/api/email/resend',

  tracks: '/api/tracks',
  track: '/api/tracks/:id',
  trackRanks: '/api/tracks/rank',
  trackPreview: '/api/track-preview',
  trackPage: '/api/tracks/:spotifyTrackId',
  trackLists: '/api/tracks/:spotifyTrackId/lists',
  closeMembers: '/api/close-members',
  sharedTracks: '/api/users/:username/shared-tracks',

  followersOf: '/api/users/:username/followers',
  followerCount: '/api/users/:username/followers-count',
  isFollowing: '/api/users/:username/is-following',
  unfollow: '/api/unfollow/:username',
  followers: '/api/followers',
  follower: '/api/followers/:id',
  blockFollower: '/api/followers/:id/block',
  followersFile: '/api/followers.csv',
  blockedFollowers: '/api/blocked-followers',
  blockedFollower: '/api/blocked-followers/:id',
  following: '/api/follows/following',
  confirmFollow: '/api/follows/confirm',
  unsubscribe: '/api/follows/unsubscribe',

  ownDrops: '/api/drops',
  hasChanges: '/api/drops/has-changes',
  weeklyLimit: '/api/drops/check-weekly-limit',
  dropPreview: '/api/drops/preview',
  testDrop: '/api/test-drop',
  firstSteps: '/api/first-steps',
  closeFirstSteps: '/api/first-steps/close',
  drops: '/api/users/:username/drops',
  dropCount: '/api/users/:username/drops-count',
  drop: '/api/users/:username/drops/:dropNumber',
  rankHistory: '/api/users/:username/rank-history',
  delivery: '/api/drops/:dropNumber/delivery',
  retryDelivery: '/api/drops/:dropNumber/delivery/retry',
  stopDelivery: '/api/drops/:dropNumber/delivery/stop',
  feed: '/api/feed',

  profile: '/api/profile/:username',
  oembed: '/api/oembed',
  topUsers: '/api/charts/top-users',
  topTracks: '/api/charts/top-tracks',
  mostDropped: '/api/charts/most-dropped',
  members: '/api/admin/radrs',
} as const
