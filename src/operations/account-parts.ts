import { dropsOfAccount } from '../charts/compute-charts.job.ts'
import { deliveriesOfAccount } from '../delivery/delivery-controls.ts'
import { reminderOfAccount } from '../drops/reminder/reminders.ts'
import { followersOfAccount, followsOfAccount } from '../follows/account-parts.ts'
import type { AccountPart } from '../members/deletion/remove-account.job.ts'
import { returnedSongsOfAccount } from '../returned-songs/returned-songs.queries.ts'

/** Parts in the order in which their rows are removed. The list is apart from the jobs: operator's commands have no compiler of JSX. */
export const accountParts: readonly AccountPart[] = [
  reminderOfAccount,
  returnedSongsOfAccount,
  dropsOfAccount,
  deliveriesOfAccount,
  followersOfAccount,
  followsOfAccount,
]
