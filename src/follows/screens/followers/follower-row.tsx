import { Mail } from 'lucide'
import { paths } from '../../../contract/paths.shared.ts'
import { Card } from '../../../site/page.tsx'
import { useSite } from '../../../site/site.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TextLink } from '../../../ui/routing/link.tsx'
import { Address } from '../../../ui/text/address.tsx'
import { useFormatDate } from '../../../ui/text/dates.tsx'
import type { Follower } from '../../follows.schemas.ts'
import { FollowerMenu } from './follower-menu.tsx'
import { followerStatus } from './follower-status.ts'

export function FollowerRow({ follower }: { follower: Follower }) {
  const { brand } = useSite()
  const { email, username, avatar } = follower
  const isMember = follower.follower_user_id !== undefined
  const { badge, tone, text } = followerStatus(follower, useFormatDate())
  const bounces = follower.bounces && !follower.unsubscribed
  return (
    <Card as="li" className="relative flex min-h-21 items-center gap-3 py-3! sm:py-3!">
      {isMember && username ? (
        <Avatar name={username} src={avatar} />
      ) : (
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sunken text-muted">
          <Icon shape={Mail} size={20} />
        </span>
      )}
      <div className="grid min-w-0 grow gap-x-4 gap-y-1 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
        <div className="min-w-0">
          <p className="leading-snug font-bold max-sm:pr-10">
            <Address email={email} />
          </p>
          <p className="text-sm text-muted">{text}</p>
          {bounces && (
            <p className="text-sm text-muted">
              Mail to this address comes back, so no drops are sent there.
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2 lg:justify-end">
          {isMember && (
            <>
              {username && (
                <TextLink translate="no" href={paths.profile(username)} className="text-sm">
                  {`@${username}`}
                </TextLink>
              )}
              <Badge>{brand} user</Badge>
            </>
          )}
          {bounces && <Badge tone="danger">Mail bounces</Badge>}
          <Badge tone={tone}>{badge}</Badge>
        </div>
      </div>
      {/* On phones in the corner, so that the badges have the whole line. */}
      <div className="max-sm:absolute max-sm:top-2 max-sm:right-2 sm:-mr-2">
        <FollowerMenu follower={follower} />
      </div>
    </Card>
  )
}
