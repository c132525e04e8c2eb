import { computeChartsJob } from '../charts/compute-charts.job.ts'
import { deliverDrop, deliverIncomplete } from '../delivery/deliver-drop.job.ts'
import type { DeliveryContext } from '../delivery/enqueue-recipients.ts'
import { purgeDeliveries } from '../delivery/purge-deliveries.job.ts'
import { pushReminder } from '../drops/reminder/push-reminder.job.ts'
import { queueReminders } from '../drops/reminder/queue-reminders.job.ts'
import { purgeUnconfirmed } from '../follows/confirmation/purge-unconfirmed.job.ts'
import { purgeMails } from '../mail/purge-mails.job.ts'
import { removeOrphanedAvatars } from '../members/avatars/remove-orphaned-avatars.job.ts'
import { type AccountParts, removeAccount } from '../members/deletion/remove-account.job.ts'
import { requestReset } from '../members/passwords/request-reset.job.ts'
import { purgeExpired } from '../members/purge-expired.job.ts'
import { purgeUnusedAccounts } from '../members/purge-unused-accounts.job.ts'
import {
  analyzeEmbedded,
  checkpointEmbedded,
  vacuumEmbedded,
} from '../platform/database/vacuum.job.ts'
import { purgeRateLimits } from '../platform/limits/limits.ts'
import type { Job } from '../platform/queue.ts'
import { pushDrop, sendPushes } from '../push/push-drop.job.ts'
import { purgeReturnedSongs } from '../returned-songs/purge-returned-songs.job.ts'
import { storeCovers } from '../spotify/covers/store-covers.job.ts'
import { type LookUpContext, lookUpTrack } from '../spotify/details/look-up-track.job.ts'
import { refreshTracks } from '../spotify/details/refresh-tracks.job.ts'
import { purgeUnusedTracks } from '../tracks/purge-unused-tracks.job.ts'

/** The contexts of all jobs, combined. */
export type JobContext = DeliveryContext & LookUpContext & AccountParts

/** Every background job of the product; a job that is not listed never runs. */
export const jobs: readonly Job<JobContext, never>[] = [
  requestReset,
  queueReminders,
  pushReminder,
  deliverDrop,
  deliverIncomplete,
  pushDrop,
  sendPushes,
  lookUpTrack,
  refreshTracks,
  computeChartsJob,
  removeAccount,
  purgeExpired,
  purgeUnconfirmed,
  purgeMails,
  purgeDeliveries,
  purgeReturnedSongs,
  purgeUnusedAccounts,
  purgeRateLimits,
  purgeUnusedTracks,
  storeCovers,
  removeOrphanedAvatars,
  vacuumEmbedded,
  analyzeEmbedded,
  checkpointEmbedded,
]
