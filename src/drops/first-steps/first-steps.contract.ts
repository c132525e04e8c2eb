import { callPaths } from '../../contract/paths.shared.ts'
import type { Call } from '../../platform/endpoint.shared.ts'
import type * as schemas from './first-steps.schemas.ts'

export type { FirstStep, FirstSteps } from './first-steps.schemas.ts'

export const getFirstSteps: Call<typeof schemas.getFirstSteps> = {
  method: 'GET',
  path: callPaths.firstSteps,
}
export const closeFirstSteps: Call<typeof schemas.closeFirstSteps> = {
  method: 'POST',
  path: callPaths.closeFirstSteps,
}
