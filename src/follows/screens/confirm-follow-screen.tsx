import { MailedConfirmation } from '../../members/screens/mailed-confirmation.tsx'
import { useMailedLink } from '../../members/screens/mailed-link.tsx'
import { paths } from '../../platform/paths.ts'
import { call } from '../../ui/api.ts'
import { useSite } from '../../ui/site.tsx'
import { confirmFollow } from '../follows.contract.ts'

/** Where the mail to a new follower leads. */
export function Screen() {
  const { brand } = useSite()
  const link = useMailedLink(token => call(confirmFollow, { body: { token } }))
  const username = link.done?.username
  return (
    <MailedConfirmation
      link={link}
      action={paths.confirmFollow}
      asks={{
        tab: 'Confirm your follow',
        label: 'Confirm follow',
        words: (
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
      }}
      done={{
        tab: 'Follow confirmed',
        title: `You follow ${username ? `@${username}` : `this ${brand}`}`,
        words: 'The next drop comes to you by email. Every mail has a link to stop.',
        next: username
          ? { href: paths.profile(username), label: `See their ${brand}` }
          : { href: paths.charts, label: `Discover ${brand}s` },
      }}
      failed={{
        tab: 'Follow not confirmed',
        words:
          "It is incomplete, or older than 7 days. Press Follow on the member's page again, and a new link comes by email.",
        next: { href: paths.charts, label: 'Charts' },
      }}
    />
  )
}
