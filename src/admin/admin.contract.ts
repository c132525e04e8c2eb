import type { Call } from '../platform/endpoint.contract.ts'
import { callPaths } from '../platform/paths.ts'
import type * as schemas from './admin.schemas.ts'

export type { AdminRow } from './admin.schemas.ts'

export const listAllMembers: Call<typeof schemas.listAllMembers> = {
  method: 'GET',
  path: callPaths.members,
}
