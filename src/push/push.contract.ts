import { callPaths } from '../contract/paths.shared.ts'
import type { Call } from '../platform/endpoint.shared.ts'
import type * as schemas from './push.schemas.ts'

export const getPush: Call<typeof schemas.getPush> = {
  method: 'GET',
  path: callPaths.push,
}
export const subscribe: Call<typeof schemas.subscribe> = {
  method: 'PUT',
  path: callPaths.pushSubscription,
}
export const unsubscribe: Call<typeof schemas.unsubscribe> = {
  method: 'DELETE',
  path: callPaths.pushSubscription,
}
