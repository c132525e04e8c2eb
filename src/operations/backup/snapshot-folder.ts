import { existsSync, statSync } from 'node:fs'
import { mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { tryLock } from 'fs-native-extensions'
import { snapshotPrefix } from '../../platform/database/snapshot.ts'
import { errorCode } from '../../platform/errors.ts'

/** Locked by the process that makes the backup; the operating system ends the lock with it. */
export const snapshotLock = 'snapshot.lock'

const unlockedMs = 24 * 60 * 60 * 1000

/** An empty folder in DATA_DIR for the files of a backup, which other processes leave alone while this one runs. */
export async function createSnapshotFolder(dataDir: string) {
  const folder = await mkdtemp(join(dataDir, snapshotPrefix))
  const lock = await open(join(folder, 'new.lock'), 'wx', 0o600)
  tryLock(lock.fd)
  // The file gets its name once it is locked.
  await rename(join(folder, 'new.lock'), join(folder, snapshotLock))
  return {
    folder,
    async remove() {
      await rm(folder, { recursive: true })
      await lock.close()
    },
  }
}

/** Removes what killed processes have left. */
export async function removeAbandonedSnapshots(dataDir: string) {
  if (!existsSync(dataDir)) return
  for (const name of await readdir(dataDir)) {
    const folder = join(dataDir, name)
    if (!name.startsWith(snapshotPrefix) || !(await isAbandoned(folder))) continue
    // An app whose client was killed may still be copying into it.
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

async function isAbandoned(folder: string): Promise<boolean> {
  const lock = await open(join(folder, snapshotLock), 'r+').catch(error => {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  })
  if (!lock) return isOld(folder)
  try {
    return tryLock(lock.fd)
  } finally {
    await lock.close()
  }
}

/** One without a lock is not complete yet, or being removed, or made by a release that locked none. */
function isOld(folder: string): boolean {
  const changed = statSync(folder, { throwIfNoEntry: false })
  return changed !== undefined && changed.mtimeMs < Date.now() - unlockedMs
}
