import { chmodSync, existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../errors.ts'
import { SettingError } from './config.ts'

/** Throws `SettingError` in a folder of another user, who could not open the files that this one, such as root, leaves. */
export function refuseOtherUser(folder: string) {
  const user = process.geteuid?.()
  const { uid: owner, mode } = statSync(folder)
  if (user === undefined || user === owner) return
  // Kubernetes shares volumes with a group this way. Root can open whatever is left there.
  if (owner === 0 && (mode & 0o022) !== 0) return
  throw new SettingError(
    `${folder} belongs to the user ${owner}, and this process is of the user ${user}: run it as the user ${owner}.`,
  )
}

/** Makes DATA_DIR 0700 and the app's files in it 0600, those of earlier releases too. */
export function restrictDataDirectory(path: string) {
  if (!existsSync(path)) return
  const dataDir = realpathSync(path)
  const failures = removeSharedPermissions(dataDir)
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    if (entry.isFile() || entry.name === 'db' || entry.name === 'outbox')
      failures.push(...restrictTree(join(dataDir, entry.name)))
  }
  const [first] = failures
  if (first) process.stderr.write(`Other users can read ${first}: its permissions cannot change.\n`)
}

function restrictTree(path: string): string[] {
  const failures = removeSharedPermissions(path)
  if (failures.length === 0 && lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    for (const name of readdirSync(path)) failures.push(...restrictTree(join(path, name)))
  }
  return failures
}

function removeSharedPermissions(path: string): string[] {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats || stats.isSymbolicLink() || (stats.mode & 0o077) === 0) return []
  try {
    chmodSync(path, stats.mode & 0o700)
    return []
  } catch (error) {
    // Another process on the same outbox has renamed it.
    return errorCode(error) === 'ENOENT' ? [] : [path]
  }
}
