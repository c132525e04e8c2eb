import { rateLimited } from '../platform/errors.ts'
import { openThread } from '../platform/thread.ts'
import { invalidArchive } from './archive.errors.ts'
import type { Archive, ArchiveFile, ReadArchive } from './read-archive.ts'

/**
 * One after the other, so that several need no more memory than one. The heap has no limit of its own: `JSON.parse`
 * ends the whole process when it exceeds one. The size of data.json limits it.
 */
const thread = openThread<ArchiveFile, ReadArchive>({
  module: 'read-archive',
  beside: import.meta.url,
  name: 'readArchive' satisfies keyof typeof import('./read-archive.ts'),
  timeoutMs: 30_000,
  maxQueue: 10,
})

/** Seconds after which a refused member may try again; the longest queue takes about as long. */
const retrySeconds = 30

/** Reads the file in a thread of its own, because anybody can upload one. Throws `invalidArchive`, `rate_limited`. */
export async function readUpload(upload: Blob, now: Date): Promise<Archive> {
  const file = new Uint8Array(await upload.arrayBuffer())
  if (thread.isFull()) throw rateLimited(retrySeconds)
  const read = await thread.run({ file, now }).catch(error => {
    throw error instanceof Error && error.name === 'AbortError' ? rateLimited(retrySeconds) : error
  })
  if ('refused' in read) throw invalidArchive(read.refused)
  return read
}
