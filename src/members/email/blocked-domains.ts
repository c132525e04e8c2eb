import type { Config } from '../../platform/config/config.ts'
import { Failure } from '../../platform/errors.ts'

/** Checked before anything is looked up, so the response depends on the domain alone and reveals nothing about the email. */
export function refuseBlockedDomain(
  { blockedMailDomains }: Pick<Config, 'blockedMailDomains'>,
  email: string,
) {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (blockedMailDomains.some(blocked => domain === blocked || domain.endsWith(`.${blocked}`)))
    throw new Failure(
      'mail_domain_blocked',
      'We cannot send mail to this address. Please use another one.',
      { field: 'email' },
    )
}
