import { paths } from '../../../contract/paths.shared.ts'
import { call } from '../../../ui/api.ts'
import { useSite } from '../../../ui/site.tsx'
import { ConfirmLinkPage } from '../confirm-link-page.tsx'
import { useAccountLink } from './use-account-link.ts'

export function Screen() {
  const { brand } = useSite()
  const { link, isMember } = useAccountLink(token =>
    call('POST /api/email/confirm', { body: { token } }),
  )
  const thanks = link.done?.username ? `Thank you, ${link.done.username}. ` : ''
  return (
    <ConfirmLinkPage
      link={link}
      path={paths.confirmEmail}
      question={{
        documentTitle: 'Confirm your address',
        text: (
          <p className="text-lg text-muted">
            One press proves that this address is yours. Then follows made with it belong to your
            account, and every drop can reach you.
          </p>
        ),
        buttons: [{ label: 'Confirm address' }],
      }}
      done={{
        documentTitle: 'Address confirmed',
        heading: 'Your address is confirmed',
        text: `${thanks}Drops of those you follow come to this address.`,
        next: isMember
          ? { href: paths.home, label: `Your ${brand}` }
          : { href: paths.login, label: 'Sign In' },
      }}
      failed={{
        documentTitle: 'Address not confirmed',
        text: 'It is incomplete or too old. A new one can be sent from your settings.',
        next: { href: paths.settings, label: 'Settings' },
      }}
    />
  )
}
