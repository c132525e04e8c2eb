/** What the history of an account tells. */
export type AccountEventKind =
  | 'signed_in_on_new_network'
  | 'password_changed'
  | 'email_changed'
  | 'email_change_undone'
  | 'username_changed'
  | 'session_ended'
  | 'follower_removed'
  | 'follower_blocked'
  | 'follower_unblocked'
  | 'followers_exported'
  | 'data_exported'
  | 'data_imported'
