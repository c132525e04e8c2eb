import { callPaths } from '../../contract/paths.shared.ts'
import type { Call } from '../../platform/endpoint.shared.ts'
import type * as schemas from './moderation.schemas.ts'

export type { ModerationAction } from './moderation.schemas.ts'

export const hideMember: Call<typeof schemas.hideMember> = {
  method: 'POST',
  path: callPaths.hideMember,
}
export const showMember: Call<typeof schemas.showMember> = {
  method: 'POST',
  path: callPaths.showMember,
}
export const listModeration: Call<typeof schemas.listModeration> = {
  method: 'GET',
  path: callPaths.moderation,
}

/** Characters of a reason. */
export const maxReason = 500
