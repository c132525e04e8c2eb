import type { Database } from '../../../platform/database.ts'
import { describeAddress } from './describe-address.ts'
import { eraseAddress } from './erase-address.ts'
import { findAddress } from './find-address.queries.ts'

export const addressCommands = ['show', 'export', 'delete'] as const

/** Handles requests of people without an account. Returns what the operator reads; for `export`, JSON. */
export async function answerAboutAddress(
  db: Database,
  command: (typeof addressCommands)[number],
  address: string,
): Promise<string> {
  switch (command) {
    case 'show':
      return describeAddress(await findAddress(db, address))
    case 'export':
      return JSON.stringify(await findAddress(db, address), null, 2)
    case 'delete':
      return (await eraseAddress(db, address))
        ? `Everything about ${address} is deleted.`
        : `Nothing is stored about ${address}.`
  }
}
