import type { Call } from '../../platform/endpoint.contract.ts'
import { callPaths } from '../../platform/paths.ts'
import type * as schemas from './deletion.schemas.ts'

export const deleteAccount: Call<typeof schemas.deleteAccount> = {
  method: 'POST',
  path: callPaths.deleteAccount,
}
