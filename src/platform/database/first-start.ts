import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { belongsToLock } from './directory-lock.ts'

/** Marks a folder whose first files may not all be on the disk. Nothing was acknowledged there, so it is filled again. */
const marker = 'radr.unfinished'

/** Call it before the database of this folder is opened. Marks a new folder, and empties one whose first start did not end. */
export function beginFirstStart(folder: string) {
  if (existsSync(join(folder, marker))) removeUnfinished(folder)
  else if (existsSync(join(folder, 'PG_VERSION'))) return
  writeFileSync(join(folder, marker), '')
  flushFolder(folder)
  flushFolder(dirname(folder))
}

/** Call it after the first migration. PostgreSQL flushes what it writes; the files that PGlite unpacked are flushed here. */
export function endFirstStart(folder: string) {
  if (!existsSync(join(folder, marker))) return
  flushTree(folder)
  rmSync(join(folder, marker))
  flushFolder(folder)
}

function removeUnfinished(folder: string) {
  for (const name of readdirSync(folder)) {
    if (!belongsToLock(name) && name !== marker) rmSync(join(folder, name), { recursive: true })
  }
}

function flushTree(folder: string) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) flushTree(path)
    else if (entry.isFile()) flush(path, 'r+')
  }
  flushFolder(folder)
}

/** The names in it. Windows cannot, and does not need to. */
function flushFolder(folder: string) {
  if (process.platform !== 'win32') flush(folder, 'r')
}

function flush(path: string, flags: string) {
  const file = openSync(path, flags)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
