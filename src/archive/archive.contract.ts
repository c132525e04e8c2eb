import type { Call } from '../platform/endpoint.contract.ts'
import { callPaths } from '../platform/paths.ts'
import type * as schemas from './archive.schemas.ts'

export const downloadArchive: Call<typeof schemas.downloadArchive> = {
  method: 'GET',
  path: callPaths.archive,
}
export const importArchive: Call<typeof schemas.importArchive> = {
  method: 'POST',
  path: callPaths.archive,
}
