import type { ColumnType, Generated } from 'kysely'
import type { DropMovement } from './movement.schemas.ts'
import type {
  DeliveryStatus,
  FollowState,
  MailEventKind,
  ShownState,
  SuppressionReason,
} from './states.shared.ts'

/**
 * An account has an email of its own in `follower_registry` exactly while `users.email_confirmed_at` is set: confirming
 * writes both, and an operator's `set-email` clears both.
 */
type Subscriber = {
  user_id: number | null
  username: string | null
  address: string
  /**
   * Whether mail may say what other people wrote: see "confirmed email" in docs/glossary.md. False for an account that has not
   * confirmed its email, and for nobody else: it is true of an email that a visitor has just typed, too, because a subscriber
   * by email gets no drop before confirming the follow.
   */
  address_confirmed: boolean
  /**
   * Whether the mailbox of an unconfirmed account asked for no mail at all. A delivery is then skipped with the reason
   * `address not proven`, as for a suppression of an unconfirmed account: the owner of the drop must not learn which it is.
   * False for everybody else: a stop ended the follows of subscribers by email and of confirmed accounts, and they chose
   * since what they follow.
   */
  mail_stopped: boolean
}

/** Every table and view after all migrations. */
export type Tables = {
  users: {
    id: Generated<number>
    username: string
    /** argon2id hash. */
    password: string
    email: string
    /** Key in `avatars`. */
    avatar: string | null
    spotify_user_id: string | null
    is_dev_user: Generated<boolean>
    is_admin: Generated<boolean>
    /** The last mail that was to confirm the email could not be delivered. */
    email_unsent: Generated<boolean>
    /** When the member confirmed the email by a mailed link. */
    email_confirmed_at: Date | null
    /** Written by the database. */
    email_changed_at: Generated<Date | null>
    /** When the saved list last changed. */
    tracks_updated_at: Date | null
    /** Why an administrator hid the member from everybody else; null for a member who is not hidden. */
    hidden_reason: ColumnType<string | null, never, string | null>
    /** Whether followers can send songs in answer to a drop. */
    accepts_songs: Generated<boolean>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  avatars: { hash: string; jpeg: Buffer; created_at: Generated<Date> }
  previous_usernames: { username: string; user_id: number; reserved_until: Date }
  deleted_usernames: { username: string; reserved_until: Date }
  sessions: {
    id: Generated<number>
    token_hash: string
    user_id: number
    created_at: Generated<Date>
    expires_at: Date
  }
  /** `network` is a keyed hash of an IPv4 address or an IPv6 /64. */
  sign_in_networks: { user_id: number; network: Buffer; last_used_at: Date }
  password_resets: {
    id: Generated<number>
    user_id: number
    /** Hash of the token in the mail. */
    token: string
    created_at: Generated<Date>
    expires_at: Date
  }
  /** Deleted when it is used. */
  invitations: {
    id: Generated<number>
    token_hash: string
    created_at: Generated<Date>
    expires_at: Date
  }
  email_confirmations: {
    id: Generated<number>
    user_id: number
    token_hash: string
    created_at: Generated<Date>
    expires_at: Date
  }
  tracks: {
    id: Generated<number>
    user_id: number
    spotify_track_url: string
    spotify_track_id: string
    rank: number
    /** The member from whose list or drop the track was taken. */
    via_user_id: number | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  track_details: {
    spotify_track_id: string
    title: string | null
    artist: string | null
    artwork: string | null
    album: string | null
    /** The date, month or year of the release, as "2013-05-17". */
    released: string | null
    /** In seconds. */
    duration: number | null
    looked_up_at: Date | null
    /** Whether the streaming service did not know it at the last look-up. */
    gone: Generated<boolean>
    /** The picture at `cover_artwork` as JPEG; null when there was none. */
    cover: Buffer | null
    /** The main color of the cover, as six hexadecimal digits (spotify/covers/main-color.ts); null without a cover. */
    color: string | null
    /** The `artwork` whose picture was requested last. */
    cover_artwork: string | null
    /** When it was last among the covers to be fetched. */
    cover_tried_at: Date | null
  }
  drops: {
    id: Generated<number>
    user_id: number
    drop_number: number
    note: string | null
    drop_followers: Generated<number>
    created_at: Generated<Date>
    /** When the deliveries of all recipients were enqueued; null until then. */
    enqueued_at: Date | null
    /** Whether its tracks are included in `track_drop_counts`; null for an imported drop, which never is. */
    counted: Generated<boolean | null>
    /** When the owner stopped the delivery; pending deliveries are then skipped. */
    stopped_at: Date | null
    /** When its deliveries were deleted. */
    deliveries_pruned_at: Date | null
    /** JSON: how many deliveries are in each state. Null until all have ended and `last_drop_email` of their follows is written. */
    delivery_counts: ColumnType<
      Partial<Record<ShownState, number>> | null,
      string | null,
      string | null
    >
    /** JSON. */
    movement: ColumnType<DropMovement, string, string>
  }
  drop_tracks: {
    id: Generated<number>
    drop_id: number
    spotify_track_id: string
    rank: number
    /** The rank on the member's previous drop; null if the track was not on it. */
    previous_rank: number | null
    /** How many of the member's drops have had the track, this one included. */
    drop_count: number
    peak_rank: number
    first_drop_number: number
    first_dropped_at: Date
  }
  /** Songs that followers sent in answer to a drop, one for each drop and follower. */
  returned_songs: {
    id: Generated<number>
    drop_id: number
    follow_id: number
    spotify_track_id: string
    words: string | null
    created_at: Date
    /** When the member removed it from /home. */
    dismissed_at: Date | null
  }
  /** Who asked to be reminded when the next drop is possible, and when that is; null without a drop to wait for. */
  drop_reminders: { user_id: number; due_at: Date | null }
  follower_registry: {
    id: Generated<number>
    /** Null for an account whose email is not confirmed: mail goes to `users.email` of `user_id`. */
    email: string | null
    user_id: number | null
    /** An IANA time zone: the subscriber gets a digest on Friday mornings there. Null for a mail for each drop. */
    digest_time_zone: string | null
    created_at: Generated<Date>
  }
  /** Subscribers of whom a follow was deleted; purge-unconfirmed.job.ts looks whether they have another. */
  unused_subscribers: { registry_id: number }
  radr_follows: {
    id: Generated<number>
    state: Generated<FollowState>
    /**
     * True for a follow that is confirmed, or was before it ended, also as `removed` or `blocked`. A trigger derives it from
     * `state` and `unsubscribed_date`.
     */
    verified: ColumnType<boolean, never, never>
    /** True for a follow that was confirmed and has ended. A trigger derives it from `state` and `unsubscribed_date`. */
    unsubscribed: ColumnType<boolean, never, never>
    /** The subscriber who follows. */
    registry_id: number
    /** The member who is followed. */
    radr_user_id: number
    /** Hash of the token in the newest confirmation mail. */
    verification_token: string | null
    /** When the first mail with the current token was requested. */
    verification_started_at: Date | null
    verification_expires_at: Date | null
    created_at: Generated<Date>
    /** When the newest confirmation mail was requested. One with another `requested_at` is not sent any more: null ends all. */
    last_verification_email: Date | null
    /** When the last drop was mailed for it; written once the whole delivery of that drop has ended. */
    last_drop_email: Date | null
    /** When it was last confirmed or, with an account, begun; the earlier time of two follows that were merged. */
    last_subscription_date: Date | null
    /** When it last ended; null while it is `pending` or `following`. */
    unsubscribed_date: Date | null
    /** Since when the member has blocked the follower. */
    blocked_at: Date | null
    /** Whether the subscriber is an account. A trigger sets it. */
    by_account: ColumnType<boolean, never, never>
    /** The subscriber’s email in lower case. Triggers set it. */
    search_text: ColumnType<string | null, never, never>
    /** The follow stays, without mail about drops. */
    mail_off: Generated<boolean>
  }
  /** How many confirmed followers each member has, kept by triggers. */
  follow_counts: { user_id: number; confirmed: number }
  /** The number and time of each member's drops, kept by triggers. */
  drop_counts: { user_id: number; drops: number; last_drop_at: Date | null }
  /** View: each row of `follower_registry` with the address of its mail, its own or that of its account. */
  subscribers: Subscriber & { id: number }
  /** Follows that another one, `follow_id`, replaced when an account confirmed its email. */
  follow_aliases: { old_id: number; follow_id: number }
  /** Subscribers by email that an account replaced when it confirmed its email. */
  subscriber_aliases: { old_id: number; subscriber_id: number }
  /** View: one row for every follow, whatever its state, with the email to which its mail goes. */
  recipients: Subscriber & {
    follow_id: number
    radr_user_id: number
    is_following: boolean
    followed_at: Date
    subscriber_id: number
    mail_off: boolean
  }
  drop_notifications: {
    id: Generated<number>
    follow_id: number
    drop_id: number
    sent_at: Date | null
    status: Generated<DeliveryStatus>
    attempts: Generated<number>
    next_attempt_at: Date | null
    last_error: string | null
    /** The weekly mail that it comes in, until that has ended. */
    weekly_mail_id: string | null
    /**
     * The delivery that the return path of its weekly mail names, for which reports about that mail are recorded. Null for
     * that delivery itself, and for one that was mailed alone.
     */
    mailed_with: number | null
    /** When the claim of a worker expires. */
    leased_until: Date | null
    /** Id of the sender with the claim; new for each start of a process. */
    leased_by: string | null
  }
  /** The last result of each chart; `entries` is written by compute-charts.job.ts. */
  charts: { name: string; entries: unknown }
  /** How many drops of members who are not hidden have had a track, and when the oldest of these was made. */
  track_drop_counts: { spotify_track_id: string; count: number; first_dropped_at: Date }
  /** Counts of limits; a key is a hash of what is limited and for whom. Written by `take_limits`. */
  rate_limits: { key: Buffer; used: number; resets_at: Date }
  mailboxes: {
    id: Generated<number>
    /** `mailbox_key` of its emails: the same for all sub-addresses, and at Gmail however dotted. */
    key: Buffer
    /** When somebody first used a link that was mailed there. */
    confirmed_at: Date | null
    /** When the person there last asked for no mail at all. */
    stopped_at: Date | null
    /** The `stopped_at` of the last stop that ended. Follows with this end are those that the stop ended. */
    ended_stop_at: Date | null
    /** How many mails were sent there while nobody had confirmed. */
    unconfirmed_mails: Generated<number>
    /** When a mail was last requested for it while nobody had confirmed. */
    last_requested_at: Generated<Date>
  }
  /** Mails requested for a mailbox in the last week. */
  mailbox_mails: {
    id: Generated<number>
    mailbox_id: number
    kind: string
    /** The account, follow or subscriber that the mail is about; of the kind `drop` the account that gets it. */
    subject_id: number
    /** True for a request that a mail was enqueued for; one that cannot be delivered is deleted, except of the kind `drop`. */
    is_sent: boolean
    requested_at: Date
  }
  suppressed_addresses: {
    /** The email in lower case. */
    email: string
    /** `hard`: the mailbox is gone; `soft`: it fails for now; `complaint`: the person called our mail spam. */
    reason: SuppressionReason
    detail: string
    created_at: Generated<Date>
    /** Null for no end. */
    until: Date | null
    id: Generated<number>
  }
  /** Reports of mail servers about single mails. One that is known by its follow alone has no notification. */
  mail_events: {
    id: Generated<number>
    follow_id: number
    notification_id: number | null
    kind: MailEventKind
    report: string
    detail: string
    created_at: Generated<Date>
  }
  /** One row for the mail of all processes. */
  mail_flow: {
    id: Generated<number>
    paused_at: Date | null
    /** The first free rate-limit slot of `MAIL_RATE`. */
    next_slot: Generated<Date>
    /** Since when the mail server is away or refuses us, what it said, and when one mail is tried. */
    failing_since: Date | null
    failure: string | null
    failed_attempts: Generated<number>
    next_attempt_at: Date | null
  }
  /** All mails but those of drops; `mail/mails.ts` lists their kinds. */
  mails: {
    id: Generated<string>
    kind: string
    user_id: number | null
    follow_id: number | null
    subscriber_id: number | null
    /** JSON, what `MailData` says of the kind. */
    data: ColumnType<unknown, string | undefined, string>
    requested_at: Date
    /** When it is sent or tried again; null once it has ended. */
    due_at: Date | null
    status: Generated<DeliveryStatus>
    attempts: Generated<number>
    leased_by: string | null
    leased_until: Date | null
    sent_at: Date | null
    last_error: string | null
  }
  /** One row: when the last backup was made, at first when the database was. */
  last_backup: { id: Generated<number>; made_at: Generated<Date> }
  /** What administrators did. The ids of deleted accounts are null, and where the member's is, the reason is empty. */
  moderation_actions: {
    id: Generated<number>
    admin_id: number | null
    user_id: number | null
    action: 'hide' | 'show'
    reason: string
    created_at: Date
  }
  /** One device that shows notifications: the browser of a session. */
  push_subscriptions: {
    id: Generated<number>
    user_id: number
    session_id: number
    /** The URL at the browser's push service. Who knows it can send there, so it stays out of logs. */
    endpoint: string
    /** The browser's public key, in base64url. */
    p256dh: string
    /** The browser's secret for the encryption, in base64url. */
    auth: string
    created_at: Generated<Date>
  }
  /** `user_id` follows `radr_user_id` and wants notifications of the drops. */
  push_follows: { radr_user_id: number; user_id: number }
  secrets: { name: string; value: Buffer }
}
