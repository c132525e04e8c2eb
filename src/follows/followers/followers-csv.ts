import { readBatches } from '../../platform/database/batches.ts'
import type { Database } from '../../platform/database.ts'
import { findFollowersAfter } from '../follower-lists.queries.ts'
import type { Follower } from '../follows.contract.ts'

/** A member's followers as a CSV file, read in batches while it is sent. Rows are in the order of the requests. */
export const followersCsv = (
  db: Database,
  memberId: number,
  now: Date,
): ReadableStream<Uint8Array> => ReadableStream.from(encode(lines(db, memberId, now)))

async function* lines(db: Database, memberId: number, now: Date) {
  // Spreadsheets recognize UTF-8 by its byte order mark.
  yield `\uFEFF${row(columns.map(([title]) => title))}`
  const batches = readBatches(after => findFollowersAfter(db, memberId, after, now))
  for await (const followers of batches) {
    yield followers.map(follower => row(columns.map(([, read]) => read(follower)))).join('')
  }
}

const columns: [title: string, read: (follower: Follower) => string][] = [
  ['Email', ({ email }) => email],
  ['Username', ({ username }) => username ?? ''],
  ['Status', statusOf],
  ['Asked to follow', ({ created_at }) => created_at],
  ['Following since', follower => follower.last_subscription_date ?? ''],
  ['Unsubscribed', ({ unsubscribed_date }) => unsubscribed_date ?? ''],
  ['Mail bounces', ({ bounces }) => (bounces ? 'yes' : '')],
]

function statusOf({ verified, unsubscribed }: Follower): string {
  if (!verified) return 'Pending'
  return unsubscribed ? 'Unsubscribed' : 'Verified'
}

const row = (cells: string[]) => `${cells.map(cell).join(',')}\r\n`

/** Spreadsheets run what begins like a formula; an apostrophe makes it text. */
export function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

async function* encode(texts: AsyncIterable<string>) {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}
