import { join } from 'node:path'
import { removeAccount } from '../../members/deletion/remove-account.job.ts'
import { productionCost } from '../../members/passwords/passwords.ts'
import { systemClock } from '../../platform/clock.ts'
import { type Config, SettingError } from '../../platform/config/config.ts'
import { isLocked, requestFromOwner } from '../../platform/database/directory-lock.ts'
import { openMigrated } from '../../platform/database/migrate.ts'
import { openLog } from '../../platform/log/log.ts'
import { openQueue, type Queue } from '../../platform/queue.ts'
import type { OperatorContext } from './change-member.ts'
import { type Operation, perform, readAnswer } from './operations.ts'

/** What an older release has written can be paused before a start sends it. */
const forMail = ['0004-mail']

/** Runs the operation in the process that has the embedded database open, if any. Throws `SettingError` or `Failure`: nothing was changed. */
export async function operate(config: Config, operation: Operation): Promise<string> {
  const folder = join(config.dataDir, 'db')
  if (!config.databaseUrl && (await isLocked(folder))) return operateThroughOwner(folder, operation)
  const database = await openMigrated(config, operation.name === 'mail' ? forMail : undefined)
  const log = openLog('error')
  let queue: Queue | undefined
  try {
    const context: OperatorContext = {
      config,
      db: database.db,
      clock: systemClock,
      log,
      passwordCost: productionCost,
      async openQueue() {
        queue = await openQueue(database, [removeAccount], { ...config, works: false }, log)
        return queue
      },
    }
    return await perform(context, operation)
  } finally {
    await queue?.stop()
    await database.close()
  }
}

async function operateThroughOwner(folder: string, operation: Operation): Promise<string> {
  const text = await requestFromOwner(folder, JSON.stringify(operation))
  const answer = readAnswer(text)
  if (answer && 'output' in answer) return answer.output
  throw new SettingError(
    answer?.refusal ??
      `Another process uses the embedded database in DATA_DIR and did not do this: ${text || 'it has stopped'}.`,
  )
}
