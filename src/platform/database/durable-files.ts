import { fdatasyncSync, fsyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Stream = { nfd: number; node: { mode: number } }

/** The part of emscripten's file system over Node that PGlite's types do not describe. */
type NodeFiles = {
  stream_ops: { fsync?(stream: Stream): void }
  tryFSOperation(run: () => void): void
}

/** PGlite's files on the disk. PostgreSQL's fsync does nothing in PGlite's own `NodeFS`; here it flushes. */
export class DurableFiles extends NodeFS {
  override async init(
    ...[pglite, options]: Parameters<NodeFS['init']>
  ): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const preRun = [...(emscriptenOpts.preRun ?? []), addFsync]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

function addFsync({ NODEFS, FS }: { NODEFS: unknown; FS: unknown }) {
  const files = NODEFS as NodeFiles
  const { isDir } = FS as { isDir(mode: number): boolean }
  files.stream_ops.fsync = ({ nfd, node }) =>
    files.tryFSOperation(() => {
      if (!isDir(node.mode)) fdatasyncSync(nfd)
      // Windows cannot flush a folder, and does not need to.
      else if (process.platform !== 'win32') fsyncSync(nfd)
    })
}
