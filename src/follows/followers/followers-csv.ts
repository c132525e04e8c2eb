import type { Database } from '../../platform/database.ts'
import { byteOrderMark, csvRow } from '../../platform/text/csv.ts'
import { readFollowers } from './follower-lists.queries.ts'
import type { Follower } from './followers.schemas.ts'

/** A member's followers as a CSV file, read in batches while it is sent, the oldest follow first. */
export async function* followersCsvLines(db: Database, memberId: number, now: Date) {
  yield `${byteOrderMark}${csvRow(columns.map(([title]) => title))}`
  for await (const followers of readFollowers(db, memberId, now)) {
    yield followers.map(follower => csvRow(columns.map(([, read]) => read(follower)))).join('')
  }
}

const columns: [title: string, read: (follower: Follower) => string | null][] = [
  ['Email', ({ email }) => email],
  ['Username', ({ username }) => username],
  ['Status', statusOf],
  ['Asked to follow', ({ created_at }) => created_at],
  ['Following since', follower => follower.last_subscription_date],
  ['Unsubscribed', ({ unsubscribed_date }) => unsubscribed_date],
  ['Mail bounces', ({ bounces }) => (bounces ? 'yes' : '')],
]

function statusOf({ verified, unsubscribed }: Follower): string {
  if (!verified) return 'Pending'
  return unsubscribed ? 'Unsubscribed' : 'Verified'
}
