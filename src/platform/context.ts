import type { KeyObject } from 'node:crypto'
import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { Database } from './database.ts'
import type { WorkBudget } from './limits/work-budget.ts'
import type { Log } from './log/log.ts'
import type { Queue } from './queue.ts'

export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

export type VapidKeys = { publicKey: string; privateKey: string }

export type Context = {
  config: Config
  db: Database
  queue: Queue
  clock: Clock
  log: Log
  /** Key for links in mails, see `mail/links/mail-links.ts`. A signature with a `Buffer` takes six times as long. */
  linkKey: KeyObject
  vapid: VapidKeys
  budget: WorkBudget
  /** Argon2id's parameters for new passwords; `memoryCost` in KiB. */
  passwordCost: PasswordCost
}
