import type { Config } from '../../platform/config/config.ts'

/** The mailbox of whoever runs the app, in which mail to the app's own addresses is read. */
export function createOperatorMailbox(
  { mailFrom, operator, publicUrl }: Pick<Config, 'mailFrom' | 'operator' | 'publicUrl'>,
  domain: string,
) {
  const domains = [domain, mailFrom.address.replace(/^.*@/, '')]
  // RFC 5321 requires the first, also without a domain, and RFC 2142 the second.
  const addresses = new Set(
    [
      mailFrom.address,
      'postmaster',
      ...domains.flatMap(name => [`postmaster@${name}`, `abuse@${name}`]),
    ].map(address => address.toLowerCase()),
  )
  const isAddress = (address: string) => addresses.has(address.toLowerCase())
  const { repliesTo, links } = operator
  // A mail that is forwarded to one of these addresses would come here again.
  const email = repliesTo !== null && !isAddress(repliesTo) ? repliesTo : null
  const contact = links.find(({ label }) => label === 'Contact')
  return {
    /** Null without one: then such mail is refused. */
    email,
    isAddress,
    /** Says where to write instead. */
    refusal:
      email === null
        ? `nobody reads mail to this address: see ${(repliesTo === null && contact?.href) || publicUrl}`
        : `nobody reads mail to this address: write to ${email}`,
  }
}
