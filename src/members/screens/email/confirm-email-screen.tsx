import { useQueryClient } from '@tanstack/react-query'
import { paths } from '../../../contract/paths.shared.ts'
import { useSite } from '../../../site/site.tsx'
import { call } from '../../../ui/data/api.ts'
import { TextLink } from '../../../ui/routing/link.tsx'
import { ConfirmLinkPage, linkQueries, useConfirmLink } from '../confirm-link-page.tsx'
import { currentUserQuery, useCurrentUser } from '../use-current-user.ts'

const route = 'GET /api/email/confirm'

export const queries = linkQueries(route)

export function Screen() {
  const { brand } = useSite()
  const user = useCurrentUser()
  const client = useQueryClient()
  const link = useConfirmLink(route, async token => {
    const response = await call('POST /api/email/confirm', { body: { token } })
    if (user) void client.invalidateQueries({ queryKey: currentUserQuery.queryKey })
    return response
  })
  const account = link.about
  const thanks = link.done?.username ? `Thank you, ${link.done.username}. ` : ''
  return (
    <ConfirmLinkPage
      link={link}
      path={paths.confirmEmail}
      question={{
        documentTitle: 'Confirm your address',
        text: account ? (
          <span className="wrap-anywhere">
            One press proves that this address is yours, for the account{' '}
            <strong className="text-ink">{`@${account.username}`}</strong>. Then follows made with
            it belong to that account, and every drop can reach you.
          </span>
        ) : (
          'One press proves that this address is yours.'
        ),
        more: account && user?.username !== account.username && <NotYours />,
        buttons: [{ label: 'Confirm address' }],
      }}
      done={{
        documentTitle: 'Address confirmed',
        heading: 'Your address is confirmed',
        text: `${thanks}Drops of those you follow come to this address.`,
        next: user
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

const NotYours = () => (
  <p className="rounded-card bg-sunken p-4">
    <strong>Not your account?</strong> Then close this page, and your follows stay out of it. To
    make it yours instead, choose <em>Forgot password?</em> at the{' '}
    <TextLink href={paths.login}>sign-in</TextLink> and enter this address.
  </p>
)
