import { callPaths } from '../contract/paths.shared.ts'
import type { Call } from '../platform/endpoint.shared.ts'
import type * as schemas from './profiles.schemas.ts'

export type { Profile } from './profiles.schemas.ts'

export const getProfile: Call<typeof schemas.getProfile> = {
  method: 'GET',
  path: callPaths.profile,
}
