import { callPaths } from '../../../contract/paths.shared.ts'
import type { Call } from '../../../platform/endpoint.shared.ts'
import type * as schemas from './change-email.schemas.ts'

export const requestEmailChange: Call<typeof schemas.requestEmailChange> = {
  method: 'POST',
  path: callPaths.changeEmail,
}
export const confirmEmailChange: Call<typeof schemas.confirmEmailChange> = {
  method: 'POST',
  path: callPaths.confirmEmailChange,
}
export const undoEmailChange: Call<typeof schemas.undoEmailChange> = {
  method: 'POST',
  path: callPaths.undoEmailChange,
}
