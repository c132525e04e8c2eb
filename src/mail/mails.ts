const hour = 60 * 60 * 1000

type MailLimits = {
  maxPerDay?: number
  /** Time between two mails about the same row, at most `longestWindowMs`: counts are kept no longer. */
  minIntervalMs?: number
  /** Requests that send nothing count towards `minIntervalMs`, too, so that no response tells a stranger whether a mail was sent. */
  countsUnsent?: true
  /** A stop (glossary) and a complaint keep back this kind at a confirmed mailbox, too. `stopMailbox` has the whole rule. */
  isHeldByStop?: true
}

type MailRules = {
  /**
   * The row that the mail is about, which ends it when it is gone. A `delivery` is the mail itself, and no row of `mails`. Null
   * for a mail that is not stored.
   */
  about: 'user' | 'follow' | 'subscriber' | 'delivery' | null
  /** Label of its metrics, and its group in what the operator reads. An `account` mail is sent before all others. */
  group: 'drop' | 'weekly' | 'account'
  /** The limits that `requestMail` checks. Unconfirmed mailboxes have limits for all kinds, too. */
  limits: MailLimits
  /** Mails of the kind are sent again and again, so they have the headers of a list, with unsubscribing by one click. */
  isList?: true
}

const confirmation = {
  maxPerDay: 3,
  minIntervalMs: hour,
  countsUnsent: true,
  isHeldByStop: true,
} as const

/**
 * Every kind of mail, with what is the same for all mails of the kind. Whether its recipient still wants a mail is decided
 * by `requestMail` once, and at each attempt by `delivery_decision` for drops, and by `defineMail` and its composers for others.
 */
export const mails = {
  'confirm-email': { about: 'user', group: 'account', limits: confirmation },
  'confirm-follow': { about: 'follow', group: 'account', limits: confirmation },
  'reset-password': { about: 'user', group: 'account', limits: { maxPerDay: 6 } },
  'mail-stopped': { about: 'subscriber', group: 'account', limits: { maxPerDay: 1 } },
  'test-drop': { about: 'user', group: 'account', limits: {} },
  // Before all other mail, because members become due one by one. They can have several accounts for one mailbox by
  // sub-addresses.
  'drop-reminder': { about: 'user', group: 'account', limits: { maxPerDay: 3 }, isList: true },
  // Not requested by `requestMail`, because the drops in it have been counted.
  'weekly-mail': { about: 'subscriber', group: 'weekly', limits: {}, isList: true },
  // Requested by `requestMails` only while the email is not confirmed: three a day for the mailbox, and for the account
  // `maxMailsUnconfirmed` in all. The request's `subjectId` is that of the account.
  drop: { about: 'delivery', group: 'drop', limits: { maxPerDay: 3 }, isList: true },
  forward: { about: null, group: 'account', limits: {} },
  'server-test': { about: null, group: 'account', limits: {} },
} as const satisfies Record<string, MailRules>

export type MailKind = keyof typeof mails
export type MailGroup = MailRules['group']

/** What a mail keeps besides the row that it is about. Ids and numbers, and one text: the note that a member mails to themselves. */
export type MailData = {
  'confirm-email': { confirmationId: number }
  'confirm-follow': NoData
  'reset-password': { resetId: number }
  'mail-stopped': NoData
  'test-drop': { note: string | null }
  'drop-reminder': { afterDrop: number }
  'weekly-mail': NoData
}
type NoData = Record<string, never>

/** The kinds whose mails are rows of the table `mails`. */
export type StoredKind = keyof MailData

export const rulesOf = (kind: MailKind): MailRules => mails[kind]

export const limitsOf = (kind: MailKind): MailLimits => mails[kind].limits

export const mailKinds = Object.keys(mails) as MailKind[]

export const storedKinds = mailKinds.filter((kind): kind is StoredKind =>
  ['user', 'follow', 'subscriber'].includes(mails[kind].about ?? ''),
)

export const kindsOf = (group: MailGroup) => storedKinds.filter(kind => mails[kind].group === group)
