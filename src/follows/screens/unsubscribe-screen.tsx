import { paths } from '../../contract/paths.shared.ts'
import {
  ConfirmLinkPage,
  linkQueries,
  useConfirmLink,
} from '../../members/screens/confirm-link-page.tsx'
import { Logo } from '../../site/logo.tsx'
import { useSite } from '../../site/site.tsx'
import { call } from '../../ui/data/api.ts'
import { TextLink } from '../../ui/routing/link.tsx'
import { forgetEmailFollows, keepEmailFollow } from './follow/email-follows.ts'
import { LinkedMemberCard } from './linked-member.tsx'

const route = 'GET /api/follows/unsubscribe'

export const queries = linkQueries(route)

export function Screen() {
  const { brand } = useSite()
  const link = useConfirmLink(route, async (token, all) => {
    const body = all ? { token, all } : { token }
    const stopped = await call('POST /api/follows/unsubscribe', { body })
    if (all) forgetEmailFollows()
    else keepEmailFollow(stopped.username, null)
    return stopped
  })
  const { member, isWeekly } = link.about ?? {}
  const { username, all } = link.done ?? {}
  return (
    <ConfirmLinkPage
      link={link}
      path={paths.unsubscribe}
      question={{
        documentTitle: 'Unsubscribe',
        heading: 'Stop mail?',
        picture: member && <LinkedMemberCard member={member} />,
        text: 'Nothing has changed yet. Choose what should no longer come to this address.',
        buttons: [
          isWeekly
            ? { label: 'Stop the weekly mail', hint: 'You keep following, without mail.' }
            : {
                label: `Stop ${member ? `@${member.username}` : 'this member'}`,
                hint: 'Their drops no longer come to you. You stop following them.',
              },
          {
            label: `Stop all ${brand} mail`,
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
              ? `${brand} sends nothing to this address any more, but for one mail by which its owner can undo this.`
              : `You get no more mail about ${username ? `@${username}` : 'these drops'}.`}{' '}
            You can come back whenever you like
            {username ? (
              <>
                : <TextLink href={paths.profile(username)}>{`@${username}`}</TextLink> stays public.
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
