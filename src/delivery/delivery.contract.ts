import { callPaths } from '../contract/paths.shared.ts'
import type { Call } from '../platform/endpoint.shared.ts'
import type * as schemas from './delivery.schemas.ts'

export type { Delivery, Undelivered } from './delivery.schemas.ts'

export const undeliveredPageSize = 20
/** As many are counted, because each is looked up at each request. */
export const maxRetryable = 100

export const getDelivery: Call<typeof schemas.getDelivery> = {
  method: 'GET',
  path: callPaths.delivery,
}
export const retryFailed: Call<typeof schemas.retryFailed> = {
  method: 'POST',
  path: callPaths.retryDelivery,
}
export const stopDrop: Call<typeof schemas.stopDrop> = {
  method: 'POST',
  path: callPaths.stopDelivery,
}
