import { paths } from '../../../contract/paths.shared.ts'
import { call } from '../../../ui/api.ts'
import { ConfirmLinkPage } from '../confirm-link-page.tsx'
import { useAccountLink } from './use-account-link.ts'

export function Screen() {
  const { link } = useAccountLink(token => call('POST /api/email/undo', { body: { token } }))
  return (
    <ConfirmLinkPage
      link={link}
      path={paths.undoEmailChange}
      question={{
        documentTitle: 'Undo the change',
        heading: 'Was it somebody else?',
        text: 'Your account gets this address back, every device is signed out, and the password stops working. A link to choose a new one comes here by mail.',
        buttons: [{ label: 'Undo the change' }],
      }}
      done={{
        documentTitle: 'Change undone',
        heading: 'Your address is back',
        text: 'Every device is signed out. Open the mail that is on its way to you, and choose a new password.',
        next: { href: paths.login, label: 'Sign In' },
      }}
      failed={{
        documentTitle: 'Change not undone',
        text: 'It is incomplete or more than 7 days old. Is your account in other hands? Write to whoever runs this site; their address stands at the foot of every mail.',
      }}
    />
  )
}
