import { paths } from '../../contract/paths.shared.ts'
import { ConfirmLinkPage, useConfirmLink } from '../../members/screens/confirm-link-page.tsx'
import { call } from '../../ui/api.ts'
import { useSite } from '../../ui/site.tsx'

/** Opened by the link in the mail to a new follower. */
export function Screen() {
  const { brand } = useSite()
  const link = useConfirmLink(token => call('POST /api/follows/confirm', { body: { token } }))
  const username = link.done?.username
  return (
    <ConfirmLinkPage
      link={link}
      path={paths.confirmFollow}
      question={{
        documentTitle: 'Confirm your follow',
        text: (
          <>
            <p className="text-lg text-muted">
              Each time the member you chose drops a new {brand}, at most once a week, you get one
              email with the tracks. Every mail has a link to stop.
            </p>
            <p className="rounded-card bg-accent-soft p-4">
              <strong>The member will see your address.</strong> Nobody else will.
            </p>
          </>
        ),
        buttons: [{ label: 'Confirm follow' }],
      }}
      done={{
        documentTitle: 'Follow confirmed',
        heading: `You follow ${username ? `@${username}` : `this ${brand}`}`,
        text: 'The next drop comes to you by email. Every mail has a link to stop.',
        // It leads signed-in members to their list.
        next: { href: paths.login, label: 'What are your seven?' },
      }}
      failed={{
        documentTitle: 'Follow not confirmed',
        text: "It is incomplete, or older than 7 days. Press Follow on the member's page again, and a new link comes by email.",
        next: { href: paths.charts, label: 'Charts' },
      }}
    />
  )
}
