import { createWriteStream, existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { cp, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { create } from 'tar'
import { SettingError } from '../../platform/config/config.ts'
import { refuseOtherUser } from '../../platform/config/data-directory.ts'
import { isLocked, requestFromOwner } from '../../platform/database/directory-lock.ts'
import { openEmbedded } from '../../platform/database/embedded.ts'
import { copied, snapshotPrefix } from '../../platform/database/snapshot.ts'
import { createSnapshotFolder, removeAbandonedSnapshots, snapshotLock } from './snapshot-folder.ts'

/** Bytes that stay free beside a snapshot, so that the running app can write. */
const reservedBytes = 64 * 2 ** 20

type Options = {
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

/** Works while the app runs, whose requests wait while files are copied. Throws `SettingError`, and then leaves no file. */
export async function createBackup(
  dataDir: string,
  target: string | Writable,
  options: Options = {},
) {
  if (!existsSync(join(dataDir, 'db/PG_VERSION')))
    throw new SettingError(`There is no database in DATA_DIR (${dataDir}) that this user can read.`)
  refuseOtherUser(join(dataDir, 'db'))
  if (typeof target === 'string') checkPlace(dataDir, target)
  await removeAbandonedSnapshots(dataDir)
  await checkSpace(dataDir)
  const { folder, remove } = await createSnapshotFolder(dataDir)
  try {
    await takeSnapshot(join(dataDir, 'db'), folder)
    await copyOtherFiles(dataDir, folder)
    if (typeof target === 'string') await writeFile(folder, target, options)
    else await writeArchive(folder, target, options)
  } finally {
    await remove()
  }
}

/** The file has its name once it is complete. */
async function writeFile(snapshot: string, file: string, options: Options) {
  const draft = `${file}.${process.pid}.draft`
  try {
    const stream = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
    await writeArchive(snapshot, stream, options)
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}

function checkPlace(dataDir: string, file: string) {
  if (existsSync(file)) throw new SettingError(`${file} exists and is not overwritten.`)
  if (!existsSync(dirname(file))) throw new SettingError(`There is no folder ${dirname(file)}.`)
  if (!relative(dataDir, file).startsWith('..'))
    throw new SettingError(`${file} is in DATA_DIR: choose a file elsewhere.`)
}

async function checkSpace(dataDir: string) {
  const { bavail, bsize } = statfsSync(dataDir)
  // A copy has only the end of the database's log.
  const sizes = (await entriesOf(dataDir)).map(name => sizeOf(join(dataDir, name)))
  const needed = sizes.reduce((sum, size) => sum + size, 0) - sizeOf(join(dataDir, 'db/pg_wal'))
  const missing = needed + reservedBytes - bavail * bsize
  if (missing > 0) {
    throw new SettingError(
      `The disk of DATA_DIR has no room for a copy of the data: ${Math.ceil(missing / 2 ** 20)} MB are missing.`,
    )
  }
}

/** The process that has the database open copies it: the app if it runs, otherwise this one. */
async function takeSnapshot(folder: string, snapshot: string) {
  const database = (await isLocked(folder)) ? null : await openEmbedded(folder)
  try {
    const response = await requestFromOwner(folder, basename(snapshot))
    if (response !== copied)
      throw new SettingError(`The database was not copied: ${response || 'the app has stopped'}.`)
  } finally {
    await database?.close()
  }
}

/** Called after the database is copied: a mail in the outbox that the database does not know does no harm. */
async function copyOtherFiles(dataDir: string, snapshot: string) {
  for (const name of await entriesOf(dataDir)) {
    if (name === 'db') continue
    await cp(join(dataDir, name), join(snapshot, name), {
      recursive: true,
      dereference: true,
      // Mails that are being written.
      filter: path => !path.endsWith('.draft'),
    })
  }
}

async function writeArchive(folder: string, target: Writable, { onProgress, signal }: Options) {
  // Reads synchronously, because the target can fail before it has a listener.
  const names = readdirSync(folder).filter(name => name !== snapshotLock)
  const total = sizeOf(folder)
  let written = 0
  const archive = create(
    {
      cwd: folder,
      gzip: true,
      portable: true,
      onWriteEntry(entry) {
        written += entry.stat?.isFile() ? entry.stat.size : 0
        onProgress?.(written / total)
      },
    },
    names,
  )
  await pipeline(archive, target, { signal })
}

async function entriesOf(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir)
  return names.filter(name => name !== 'lost+found' && !name.startsWith(snapshotPrefix))
}

function sizeOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return stats?.size ?? 0
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}
