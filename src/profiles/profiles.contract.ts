import type { Call } from '../platform/endpoint.contract.ts'
import { callPaths } from '../platform/paths.ts'
import type * as schemas from './profiles.schemas.ts'

export type { Profile } from './profiles.schemas.ts'

export const getProfile: Call<typeof schemas.getProfile> = {
  method: 'GET',
  path: callPaths.profile,
}
