import { paths } from '../../../contract/paths.shared.ts'
import { call } from '../../../ui/api.ts'
import { ConfirmLinkPage } from '../confirm-link-page.tsx'
import { useAccountLink } from './use-account-link.ts'

export function Screen() {
  const { link, isMember } = useAccountLink(token =>
    call('POST /api/email/change', { body: { token } }),
  )
  const name = link.done?.username ? `, ${link.done.username}` : ''
  return (
    <ConfirmLinkPage
      link={link}
      path={paths.changeEmail}
      question={{
        documentTitle: 'Use this address',
        text: 'One press moves your account here: you sign in with this address, and all your mail comes to it. The old address is told, and can undo it for a week.',
        buttons: [{ label: 'Use this address' }],
      }}
      done={{
        documentTitle: 'Address changed',
        heading: 'Your address is changed',
        text: `Thank you${name}. From now on sign in with this address.`,
        next: isMember
          ? { href: paths.settings, label: 'Settings' }
          : { href: paths.login, label: 'Sign In' },
      }}
      failed={{
        documentTitle: 'Address not changed',
        text: 'It is incomplete, more than a day old, or a newer one was sent. Ask for another in your settings.',
        next: { href: paths.settings, label: 'Settings' },
      }}
    />
  )
}
