/** The status of mail counts what was sent in the last hour. */
export const statements = [
  `create index concurrently drop_notifications_sent on drop_notifications (sent_at)
    where sent_at is not null and mailed_with is null`,
]
