import { paths } from '../../contract/paths.shared.ts'
import {
  ConfirmLinkPage,
  linkQueries,
  useConfirmLink,
} from '../../members/screens/confirm-link-page.tsx'
import { yourSevenPath } from '../../members/screens/sign-in/login-tabs.ts'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { call } from '../../ui/data/api.ts'
import { confirmLabel } from '../confirmation/confirmation-link.shared.ts'
import { keepEmailFollow } from './follow/email-follows.ts'
import { LinkedMemberCard } from './linked-member.tsx'

const route = 'GET /api/follows/confirm'

export const queries = linkQueries(route)

export function Screen() {
  const user = useCurrentUser()
  const link = useConfirmLink(route, async token => {
    const confirmed = await call('POST /api/follows/confirm', { body: { token } })
    keepEmailFollow(confirmed.username, 'following')
    return confirmed
  })
  const username = link.done?.username
  const member = link.about?.member
  const picture = member && <LinkedMemberCard member={member} />
  return (
    <ConfirmLinkPage
      link={link}
      path={paths.confirmFollow}
      question={{
        documentTitle: 'Confirm your follow',
        heading: 'One last press',
        picture,
        more: (
          <p className="rounded-card bg-sunken p-4">
            <strong>{member ? `@${member.username}` : 'The member'} will see your address.</strong>{' '}
            Nobody else will.
          </p>
        ),
        buttons: [{ label: confirmLabel }],
      }}
      done={{
        documentTitle: 'Follow confirmed',
        picture,
        heading: `You follow ${username ? `@${username}` : 'this member'}`,
        text: 'The next drop comes to you by email. Every mail has a link to stop.',
        next: { href: user ? paths.home : yourSevenPath, label: 'What are your seven?' },
        ...(username && {
          other: { href: paths.profile(username), label: `Hear @${username}’s list` },
        }),
      }}
      failed={{
        documentTitle: 'Follow not confirmed',
        text: 'Part of it may be missing, or it is older than 7 days. Press Follow on the member’s page again, and a new link comes by email.',
        next: { href: paths.charts, label: 'Charts' },
      }}
    />
  )
}
