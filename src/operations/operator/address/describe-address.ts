import type { StoredAddress } from './find-address.queries.ts'

/** What is stored about an email, in lines for the operator; times in UTC. */
export function describeAddress(stored: StoredAddress): string {
  const { address, account, follows, suppressions, mailbox } = stored
  const lines = [
    account &&
      `Account: ${account.username}. "member export ${account.username}" and "member delete ${account.username}" are about it.`,
    ...follows.map(describeFollow),
    ...suppressions.map(
      ({ reason, created_at, detail }) =>
        `Suppressed (${reason}) since ${day(created_at)}: ${detail}`,
    ),
    mailbox &&
      `Mailbox: ${mailbox.confirmed_at ? `confirmed on ${day(mailbox.confirmed_at)}` : `not confirmed, mails in all: ${mailbox.unconfirmed_mails}`}${mailbox.stopped_at ? `, wants no mail since ${day(mailbox.stopped_at)}` : ''}.`,
  ].filter(line => line !== null)
  return lines.length > 0
    ? [`Stored about ${address}:`, ...lines].join('\n')
    : `Nothing is stored about ${address}.`
}

function describeFollow(follow: StoredAddress['follows'][number]): string {
  const state = follow.unsubscribed ? 'ended' : follow.confirmed ? 'confirmed' : 'not confirmed'
  const mails = Object.entries(follow.deliveries).map(([status, count]) => `${count} ${status}`)
  return `Follows ${follow.username} (${state}), requested on ${day(follow.requested_at)}. Drop mails: ${mails.join(', ') || 'none'}.${follow.songs.length > 0 ? ` Songs sent back: ${follow.songs.length}.` : ''}`
}

const day = (time: Date) => time.toISOString().slice(0, 10)
