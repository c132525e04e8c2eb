import { paths } from '../../../contract/paths.shared.ts'
import type { OneTimeLink } from '../../../mail/one-time-links.ts'

const day = 24 * 60 * 60 * 1000
const link = { table: 'email_changes', owner: 'user_id' } as const

export const emailChange: OneTimeLink = {
  ...link,
  path: paths.changeEmail,
  token: 'token_hash',
  expiresAt: 'expires_at',
  validMs: day,
}
export const emailChangeUndo: OneTimeLink = {
  ...link,
  path: paths.undoEmailChange,
  token: 'undo_token_hash',
  expiresAt: 'undo_expires_at',
  validMs: 7 * day,
}
