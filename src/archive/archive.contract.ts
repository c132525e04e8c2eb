import { callPaths } from '../contract/paths.shared.ts'
import type { Call, ResponseOf } from '../platform/endpoint.shared.ts'
import type * as schemas from './archive.schemas.ts'

/** Of a file that is imported. */
export const maxArchiveBytes = 10 * 1024 * 1024
export const archiveTooLarge =
  'The file is larger than 10 MB. Take followers.csv out of it, which is not imported, and try again.'

export const downloadArchive: Call<typeof schemas.downloadArchive> = {
  method: 'GET',
  path: callPaths.archive,
}
export const importArchive: Call<typeof schemas.importArchive> = {
  method: 'POST',
  path: callPaths.archive,
}
export type Imported = ResponseOf<typeof importArchive>
