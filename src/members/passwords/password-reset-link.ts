import { paths } from '../../contract/paths.shared.ts'
import type { OneTimeLink } from '../../mail/one-time-links.ts'

export const passwordReset: OneTimeLink = {
  path: paths.resetPassword,
  table: 'password_resets',
  owner: 'user_id',
  token: 'token',
  expiresAt: 'expires_at',
  validMs: 60 * 60 * 1000,
}
