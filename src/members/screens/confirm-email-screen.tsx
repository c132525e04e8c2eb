import { useQueryClient } from '@tanstack/react-query'
import { paths } from '../../platform/paths.ts'
import { call } from '../../ui/api.ts'
import { useSite } from '../../ui/site.tsx'
import { confirmEmail } from '../members.contract.ts'
import { MailedConfirmation } from './mailed-confirmation.tsx'
import { useMailedLink } from './mailed-link.tsx'
import { currentUserQuery, useCurrentUser } from './use-current-user.ts'

/** Where the mail to a new account leads. */
export function Screen() {
  const { brand } = useSite()
  const client = useQueryClient()
  const isMember = useCurrentUser() !== null
  const link = useMailedLink(async token => {
    const answer = await call(confirmEmail, { body: { token } })
    if (isMember) void client.invalidateQueries({ queryKey: currentUserQuery.queryKey })
    return answer
  })
  const thanks = link.done?.username ? `Thank you, ${link.done.username}. ` : ''
  return (
    <MailedConfirmation
      link={link}
      action={paths.confirmEmail}
      asks={{
        tab: 'Confirm your address',
        label: 'Confirm address',
        words: (
          <p className="text-lg text-muted">
            One press proves that this address is yours. Then follows made with it belong to your
            account, and every drop can reach you.
          </p>
        ),
      }}
      done={{
        tab: 'Address confirmed',
        title: 'Your address is confirmed',
        words: `${thanks}Drops of those you follow come to this address.`,
        next: isMember
          ? { href: paths.home, label: `Your ${brand}` }
          : { href: paths.login, label: 'Sign In' },
      }}
      failed={{
        tab: 'Address not confirmed',
        words: 'It is incomplete or too old. A new one can be sent from your settings.',
        next: { href: paths.settings, label: 'Settings' },
      }}
    />
  )
}
