import { useSearch } from 'wouter'
import { paths } from '../../contract/paths.shared.ts'
import { ConfirmLinkPage, useConfirmLink } from '../../members/screens/confirm-link-page.tsx'
import { call } from '../../ui/api.ts'
import { TextLink } from '../../ui/link.tsx'
import { Logo } from '../../ui/logo.tsx'
import { useSite } from '../../ui/site.tsx'

/** Opened by the link at the end of every drop mail. */
export function Screen() {
  const { brand } = useSite()
  const link = useConfirmLink((token, all) =>
    call('POST /api/follows/unsubscribe', { body: all ? { token, all } : { token } }),
  )
  const { username, all } = link.done ?? {}
  const isDigest = new URLSearchParams(useSearch()).has('digest')
  return (
    <ConfirmLinkPage
      link={link}
      path={paths.unsubscribe}
      question={{
        documentTitle: 'Unsubscribe',
        heading: 'Stop these mails?',
        text: (
          <p className="text-lg text-muted">
            Nothing has changed yet. Choose what should no longer come to this address.
          </p>
        ),
        buttons: [
          {
            label: 'Only these mails',
            hint: isDigest
              ? 'The weekly mail. You keep following, without mail.'
              : 'The drops of the member whose mail brought you here. You stop following them.',
          },
          {
            label: 'Every mail to this address',
            all: true,
            hint: 'The drops of everyone you follow by email.',
          },
        ],
      }}
      done={{
        documentTitle: 'Unsubscribed',
        heading: 'No more mail',
        picture: <Logo outline className="size-16" />,
        text: (
          <>
            {all
              ? `${brand} sends nothing to this address any more.`
              : `You get no more mail about ${username ? `@${username}` : 'these drops'}.`}{' '}
            You can come back whenever you like
            {username ? (
              <>
                : <TextLink href={paths.profile(username)}>@{username}</TextLink> stays public.
              </>
            ) : (
              '.'
            )}
          </>
        ),
      }}
      failed={{
        documentTitle: 'Not unsubscribed',
        text: 'Part of it may be missing. Open the link in the mail itself, at its very end.',
      }}
    />
  )
}
