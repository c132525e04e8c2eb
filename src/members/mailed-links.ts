import { paths } from '../contract/paths.shared.ts'
import type { OneTimeLink } from '../mail/links/one-time-links.ts'
import { lockMember } from './members.queries.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

const ofMember = {
  owner: 'user_id',
  token: 'token_hash',
  expiresAt: 'expires_at',
  lockOwner: lockMember,
}

export const emailConfirmation: OneTimeLink = {
  ...ofMember,
  path: paths.confirmEmail,
  table: 'email_confirmations',
  validMs: 7 * day,
}

export const passwordReset: OneTimeLink = {
  ...ofMember,
  path: paths.resetPassword,
  table: 'password_resets',
  token: 'token',
  validMs: hour,
}
