import { callPaths } from '../../contract/paths.shared.ts'
import type { Call } from '../../platform/endpoint.shared.ts'
import type * as schemas from './mail-frequency.schemas.ts'

export type { MailFrequency } from './mail-frequency.schemas.ts'

export const getMailFrequency: Call<typeof schemas.getMailFrequency> = {
  method: 'GET',
  path: callPaths.mailFrequency,
}
export const chooseMailFrequency: Call<typeof schemas.chooseMailFrequency> = {
  method: 'PUT',
  path: callPaths.mailFrequency,
}
