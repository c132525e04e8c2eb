/** The feed shows a member the newest tracks that others took from their list; `tracks_via` has all that were ever taken. */
export const statements = [
  `create index concurrently tracks_via_newest on tracks (via_user_id, created_at, id)
    where via_user_id is not null`,
]
