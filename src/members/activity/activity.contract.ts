import { callPaths } from '../../contract/paths.shared.ts'
import type { Call } from '../../platform/endpoint.shared.ts'
import type * as schemas from './activity.schemas.ts'

export type { AccountEvent, AccountEventKind, SessionSummary } from './activity.schemas.ts'

export const listSessions: Call<typeof schemas.listSessions> = {
  method: 'GET',
  path: callPaths.sessions,
}
export const endOneSession: Call<typeof schemas.endOneSession> = {
  method: 'DELETE',
  path: callPaths.session,
}
export const listActivity: Call<typeof schemas.listActivity> = {
  method: 'GET',
  path: callPaths.activity,
}
