import { constants } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { resolve, sep } from 'node:path'
import { deserialize, serialize } from 'node:v8'

/** A change below the folder of a database. Files are named by their inode, whose number can be used again after a removal. */
type Change =
  | { kind: 'create' | 'mkdir'; path: string; inode: number }
  | { kind: 'remove'; path: string }
  | { kind: 'rename'; path: string; to: string }
  | { kind: 'write'; inode: number; position: number; data: Uint8Array }
  | { kind: 'truncate'; inode: number; size: number }
  | { kind: 'flush'; inode: number }
/** Written by the test, between the changes: what a client knows from here on to be stored. */
export type Entry = Change | { kind: 'answered'; state: unknown }

const fs = process.getBuiltinModule('fs')
const original = { ...fs }

/** Several processes and threads append to one journal: each entry is one write. */
export function appendTo(journal: string, entry: Entry) {
  const bytes = serialize(entry)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  const file = original.openSync(journal, 'a')
  original.writeSync(file, Buffer.concat([length, bytes]))
  original.closeSync(file)
}

export function readJournal(journal: string): Entry[] {
  const bytes = original.readFileSync(journal)
  const entries: Entry[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 + bytes.readUInt32LE(at)
    entries.push(deserialize(bytes.subarray(at + 4, end)))
    at = end
  }
  return entries
}

// Preloaded with `--import`, it records what the threads of a process change below JOURNALED_FOLDER through
// Node's synchronous functions, which are all that PGlite uses. Flushes are only recorded: what they keep is
// decided by the simulated disk.
const { JOURNALED_FOLDER: folder, JOURNAL: journal } = process.env
if (folder !== undefined && journal !== undefined) record(resolve(folder), journal)

function record(root: string, journal: string) {
  const inodes = new Map<number, number>()
  const add = (change: Change) => appendTo(journal, change)
  const inodeOf = (path: string) => original.lstatSync(path, { throwIfNoEntry: false })?.ino
  /** The absolute path of what belongs to the database; null for all else. */
  const journaled = (path: unknown): string | null => {
    const absolute = typeof path === 'string' ? resolve(path) : ''
    const isBelow = absolute === root || absolute.startsWith(root + sep)
    return isBelow && !/radr\.(?:lock|sock)$/.test(absolute) ? absolute : null
  }
  const truncates = (flags: unknown) =>
    typeof flags === 'number' ? (flags & constants.O_TRUNC) !== 0 : String(flags).startsWith('w')

  fs.openSync = (path, flags, mode) => {
    const absolute = journaled(path)
    const before = absolute && inodeOf(absolute)
    const file = original.openSync(path, flags, mode)
    if (absolute === null) return file
    const { ino: inode } = original.fstatSync(file)
    if (before === undefined) add({ kind: 'create', path: absolute, inode })
    else if (truncates(flags)) add({ kind: 'truncate', inode, size: 0 })
    inodes.set(file, inode)
    return file
  }
  fs.closeSync = file => {
    inodes.delete(file)
    original.closeSync(file)
  }
  fs.writeSync = (file: number, buffer: unknown, ...rest: unknown[]) => {
    const written = Reflect.apply(original.writeSync, fs, [file, buffer, ...rest])
    const inode = inodes.get(file)
    if (inode === undefined) return written
    const [offset, , position] = rest
    if (!(ArrayBuffer.isView(buffer) && typeof offset === 'number' && typeof position === 'number'))
      throw new Error('A write to the database without a position')
    const data = Buffer.from(buffer.buffer, buffer.byteOffset + offset, written)
    add({ kind: 'write', inode, position, data: new Uint8Array(data) })
    return written
  }
  fs.writeFileSync = (path, data, options) => {
    const absolute = journaled(path)
    const before = absolute && inodeOf(absolute)
    original.writeFileSync(path, data, options)
    if (absolute === null) return
    const { ino: inode } = original.lstatSync(absolute)
    if (before === undefined) add({ kind: 'create', path: absolute, inode })
    else add({ kind: 'truncate', inode, size: 0 })
    const bytes = new Uint8Array(original.readFileSync(absolute))
    if (bytes.length > 0) add({ kind: 'write', inode, position: 0, data: bytes })
  }
  fs.truncateSync = (path, size) => {
    original.truncateSync(path, size)
    const absolute = journaled(path)
    const inode = absolute && inodeOf(absolute)
    if (inode) add({ kind: 'truncate', inode, size: size ?? 0 })
  }
  fs.ftruncateSync = (file, size) => {
    original.ftruncateSync(file, size)
    const inode = inodes.get(file)
    if (inode !== undefined) add({ kind: 'truncate', inode, size: size ?? 0 })
  }
  fs.renameSync = (from, to) => {
    original.renameSync(from, to)
    const paths = [journaled(from), journaled(to)]
    if (paths[0] && paths[1]) add({ kind: 'rename', path: paths[0], to: paths[1] })
  }
  fs.mkdirSync = ((path, options) => {
    const absolute = journaled(path)
    const before = absolute && inodeOf(absolute)
    const made = original.mkdirSync(path, options)
    if (absolute && before === undefined)
      add({ kind: 'mkdir', path: absolute, inode: original.lstatSync(absolute).ino })
    return made
  }) as typeof fs.mkdirSync
  fs.unlinkSync = removing(original.unlinkSync)
  fs.rmdirSync = removing(original.rmdirSync)
  fs.rmSync = removing(original.rmSync)
  fs.fsyncSync = flushing(original.fsyncSync)
  fs.fdatasyncSync = flushing(original.fdatasyncSync)
  fs.symlinkSync = () => {
    throw new Error('The simulated disk knows no symbolic links')
  }
  syncBuiltinESMExports()

  function removing<Args extends [unknown, ...unknown[]]>(remove: (...args: Args) => void) {
    return (...args: Args) => {
      const path = journaled(args[0])
      const below = path ? treeBelow(path) : []
      remove(...args)
      for (const removed of below.reverse()) add({ kind: 'remove', path: removed })
    }
  }

  function flushing(flush: (file: number) => void) {
    return (file: number) => {
      const inode = inodes.get(file)
      if (inode === undefined) flush(file)
      else add({ kind: 'flush', inode })
    }
  }
}

/** A path and all below it, folders first; empty where there is nothing. */
export function treeBelow(path: string): string[] {
  const stats = original.lstatSync(path, { throwIfNoEntry: false })
  if (!stats) return []
  if (!stats.isDirectory()) return [path]
  return [path, ...original.readdirSync(path).flatMap(name => treeBelow(`${path}${sep}${name}`))]
}
