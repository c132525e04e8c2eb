import { constants, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Entry } from './journal.ts'

/** A file or folder that the disk has when the journal begins; `copy` has its content. */
export type Initial = { inode: number; isFolder: boolean; path: string; copy: string }

type Inode = { isFolder: boolean; path: string; copy: string | null; writes: Write[] }
type Write = { position: number; data: Uint8Array | null; isFlushed: boolean }
/** A change of a name: `to` is null where the name is removed. */
type Naming = { inode: Inode; from: string | null; to: string | null; isFlushed: boolean }

type Disk = {
  before: Initial[]
  /** Up to the power cut. */
  journal: Entry[]
  /** A disk that ignores them behaves like a database that does not flush. */
  obeysFlushes: boolean
}

/**
 * Writes into `target` what a disk may hold after a power cut. What was flushed is there. Of each other write a
 * random part of its sectors or pages is there, and of other changes of names either the first ones, as on
 * file systems with a journal (a flush then includes all names before it), or any.
 */
export function cutPower({ before, journal, obeysFlushes }: Disk, folder: string, target: string) {
  const namesInOrder = Math.random() < 0.5
  const unit = Math.random() < 0.5 ? 512 : 4096
  const keptWrites = oneOf([0, 1, 0.5, 0.95, Math.random()])
  const keptNames = oneOf([0, 1, Math.random()])
  const growsUnwritten = Math.random() < 0.3

  const initial = before.map(({ inode, ...file }): [number, Inode] => [
    inode,
    { ...file, writes: [] },
  ])
  const tree = new Map(initial.map(([, file]) => [file.path, file]))
  const names = replay(new Map(initial), journal, obeysFlushes, namesInOrder)
  const kept = namesInOrder ? firstOf(names, keptNames) : anyOf(names, keptNames)
  rmSync(target, { recursive: true, force: true })
  const inTarget = (path: string) => target + path.slice(folder.length)
  for (const [path, inode] of renamed(tree, kept)) {
    mkdirSync(inode.isFolder ? inTarget(path) : dirname(inTarget(path)), { recursive: true })
    if (inode.isFolder) continue
    if (inode.copy !== null && inode.writes.length === 0)
      copyFileSync(inode.copy, inTarget(path), constants.COPYFILE_FICLONE)
    else writeFileSync(inTarget(path), contentOf(inode))
  }

  function contentOf({ copy, writes }: Inode): Uint8Array {
    const old = copy === null ? Buffer.alloc(0) : readFileSync(copy)
    const ends = writes.map(({ position, data }) => position + (data?.length ?? 0))
    const content = Buffer.alloc(Math.max(old.length, ...ends))
    old.copy(content)
    let size = old.length
    for (const { position, data, isFlushed } of writes) {
      const isKept = () => isFlushed || Math.random() < keptWrites
      if (data === null) {
        if (!isKept()) continue
        content.fill(0, position, size)
        size = position
        continue
      }
      for (let start = 0; start < data.length; ) {
        const end = Math.min(data.length, start + unit - ((position + start) % unit))
        const isWritten = isKept()
        if (isWritten) content.set(data.subarray(start, end), position + start)
        if (isWritten || growsUnwritten) size = Math.max(size, position + end)
        start = end
      }
    }
    return content.subarray(0, size)
  }
}

/** Adds the writes to their inodes, and returns the changes of names. */
function replay(
  inodes: Map<number, Inode>,
  journal: Entry[],
  obeysFlushes: boolean,
  namesInOrder: boolean,
): Naming[] {
  const byPath = new Map([...inodes.values()].map(inode => [inode.path, inode]))
  const names: Naming[] = []
  const rename = (inode: Inode, from: string | null, to: string | null) => {
    names.push({ inode, from, to, isFlushed: false })
    if (from !== null) byPath.delete(from)
    if (to === null) return
    byPath.set(to, inode)
    inode.path = to
  }
  for (const entry of journal) {
    if (entry.kind === 'create' || entry.kind === 'mkdir') {
      const isFolder = entry.kind === 'mkdir'
      const inode = { isFolder, path: entry.path, copy: null, writes: [] }
      inodes.set(entry.inode, inode)
      rename(inode, null, entry.path)
    } else if (entry.kind === 'remove') {
      rename(known(byPath.get(entry.path)), entry.path, null)
    } else if (entry.kind === 'rename') {
      rename(known(byPath.get(entry.path)), entry.path, entry.to)
    } else if (entry.kind === 'write') {
      const { position, data } = entry
      known(inodes.get(entry.inode)).writes.push({ position, data, isFlushed: false })
    } else if (entry.kind === 'truncate') {
      const write = { position: entry.size, data: null, isFlushed: false }
      known(inodes.get(entry.inode)).writes.push(write)
    } else if (entry.kind === 'flush' && obeysFlushes) {
      const inode = known(inodes.get(entry.inode))
      for (const write of inode.writes) write.isFlushed = true
      for (const name of names) name.isFlushed ||= namesInOrder || isNameOf(inode, name)
    }
  }
  if (!namesInOrder) flushWhatPrecedes(names)
  return names
}

function known(inode: Inode | undefined): Inode {
  if (!inode) throw new Error('The journal does not have the beginning of a file')
  return inode
}

const isNameOf = (flushed: Inode, { inode, from, to }: Naming) =>
  inode === flushed ||
  (flushed.isFolder && [from, to].some(path => path !== null && dirname(path) === flushed.path))

/** Earlier names of the same file, and the folders that it is in. */
function flushWhatPrecedes(names: Naming[]) {
  const inodes = new Set<Inode>()
  const folders = new Set<string>()
  for (const name of names.toReversed()) {
    name.isFlushed ||= inodes.has(name.inode) || (name.to !== null && folders.has(name.to))
    if (!name.isFlushed) continue
    inodes.add(name.inode)
    for (let path = name.to ?? '/'; path !== '/'; path = dirname(path)) folders.add(dirname(path))
  }
}

function firstOf(names: Naming[], part: number): Naming[] {
  const flushed = names.findLastIndex(({ isFlushed }) => isFlushed) + 1
  const others = names.length - flushed
  const count = part === 0 || part === 1 ? part * others : Math.floor(Math.random() * (others + 1))
  return names.slice(0, flushed + count)
}

function anyOf(names: Naming[], part: number): Naming[] {
  const lost = new Set<Inode>()
  return names.filter(({ inode, isFlushed }) => {
    if (isFlushed) return true
    if (lost.has(inode) || Math.random() >= part) lost.add(inode)
    return !lost.has(inode)
  })
}

/** Folders come before what is in them. */
function renamed(tree: Map<string, Inode>, names: Naming[]): [string, Inode][] {
  for (const { inode, from, to } of names) {
    if (from !== null && tree.get(from) === inode) tree.delete(from)
    if (to !== null) tree.set(to, inode)
  }
  return [...tree].sort(([a], [b]) => (a < b ? -1 : 1))
}

const oneOf = (values: number[]) => values[Math.floor(Math.random() * values.length)] ?? 0
