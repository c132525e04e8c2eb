import { callPaths } from '../../contract/paths.shared.ts'
import type { Call } from '../../platform/endpoint.shared.ts'
import type * as schemas from './mail-choices.schemas.ts'

export type { MailChoices } from './mail-choices.schemas.ts'

export const chooseFollowMail: Call<typeof schemas.chooseFollowMail> = {
  method: 'PUT',
  path: callPaths.followMail,
}
export const getMailChoices: Call<typeof schemas.getMailChoices> = {
  method: 'GET',
  path: callPaths.mailChoices,
}
export const chooseMail: Call<typeof schemas.chooseMail> = {
  method: 'POST',
  path: callPaths.mailChoices,
}
