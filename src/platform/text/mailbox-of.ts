/** The same as `mailbox_of` in the database. */
export function mailboxOf(address: string): string {
  const [localPart = '', host = ''] = address.toLowerCase().split('@')
  const name = localPart.replace(/^(.[^+]*)\+.*$/s, '$1')
  return ['gmail.com', 'googlemail.com'].includes(host)
    ? `${name.replaceAll('.', '')}@gmail.com`
    : `${name}@${host}`
}
