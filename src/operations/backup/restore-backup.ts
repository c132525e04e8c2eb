import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { extract, list } from 'tar'
import { controlMail } from '../../mail/pausing/mail-controls.ts'
import { SettingError } from '../../platform/config/config.ts'
import { refuseOtherUser, restrictDataDirectory } from '../../platform/config/data-directory.ts'
import { openEmbedded } from '../../platform/database/embedded.ts'
import { errorCode } from '../../platform/errors.ts'

const requiredFiles = ['db/PG_VERSION', 'db/global/pg_control']

/** Restores into an empty `dataDir`, with all mail paused. Throws `SettingError`, and then changes nothing. */
export async function restoreBackup(dataDir: string, file: string) {
  await checkArchive(file)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  refuseOtherUser(dataDir)
  if ((await readdir(dataDir)).some(name => name !== 'lost+found')) {
    throw new SettingError(
      `DATA_DIR (${dataDir}) is not empty: stop the app and move its files away, or choose another DATA_DIR.`,
    )
  }
  const draft = await mkdtemp(join(dataDir, '.restore-'))
  try {
    await extract({ file, cwd: draft, strict: true, preserveOwner: false })
    restrictDataDirectory(draft)
    await pauseMail(join(draft, 'db'))
    // An app that was started meanwhile has a database here; then this fails and nothing else is moved.
    await rename(join(draft, 'db'), join(dataDir, 'db'))
    for (const name of await readdir(draft)) await rename(join(draft, name), join(dataDir, name))
  } finally {
    await rm(draft, { recursive: true })
  }
  restrictDataDirectory(dataDir)
}

/** Reads the whole archive, checksums included. */
async function checkArchive(file: string) {
  const missing = new Set(requiredFiles)
  let unexpected: string | null = null
  try {
    await list({
      file,
      strict: true,
      onReadEntry({ path, type }) {
        missing.delete(path)
        const isPlain = type === 'File' || type === 'Directory'
        if (!isPlain || path.startsWith('/') || path.split('/').includes('..')) unexpected = path
      },
    })
  } catch (error) {
    if (error instanceof Error && 'syscall' in error)
      throw new SettingError(`${file} cannot be read (${errorCode(error)}).`)
    const reason = error instanceof Error ? error.message : error
    throw new SettingError(`${file} is not a complete backup (${reason}).`)
  }
  if (missing.size > 0)
    throw new SettingError(`${file} is not a backup: it lacks ${[...missing].join(' and ')}.`)
  if (unexpected) throw new SettingError(`${file} is not a backup: it contains ${unexpected}.`)
}

/** What was being delivered when the backup was made would be sent again. */
async function pauseMail(folder: string) {
  const { db, close } = await openEmbedded(folder)
  try {
    await controlMail(db, 'pause', new Date())
  } finally {
    await close()
  }
}
