import type { Call } from '../platform/endpoint.contract.ts'
import { callPaths } from '../platform/paths.ts'
import type * as schemas from './syndication.schemas.ts'

export const getOembed: Call<typeof schemas.getOembed> = { method: 'GET', path: callPaths.oembed }
